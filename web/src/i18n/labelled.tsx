/** A label that stands out, and what it is about; what stands between them is the language's. */
import type { ComponentChildren, JSX } from "preact";
import { t } from "./translate";

export function Labelled({ label, children }: { label: string; children: ComponentChildren }): JSX.Element {
  const parts: Record<string, ComponentChildren> = { "{label}": <strong>{label}</strong>, "{what}": children };
  return <>{t("{label}: {what}").split(/(\{\w+\})/).map((part) => parts[part] ?? part)}</>;
}
