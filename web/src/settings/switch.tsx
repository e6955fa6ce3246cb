/** A setting that is on or off. */
import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { flip, isOn } from "./settings";

export function Switch({ setting, children }: { setting: Signal<string>; children: string }): JSX.Element {
  return (
    <label class="choice">
      <input type="checkbox" checked={isOn(setting)} onChange={() => flip(setting)} />
      {children}
    </label>
  );
}
