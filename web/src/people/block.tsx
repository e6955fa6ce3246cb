/** Whom one does not want to meet again. */
import type { JSX } from "preact";
import * as api from "./api";
import { sentence } from "../net/failures";
import { t } from "../i18n/translate";
import { tell } from "../ui/announce";
import { signedIn } from "./signed-in";

export function Block({ name }: { name: string }): JSX.Element | null {
  if (!signedIn.value || signedIn.value === name) return null;
  const block = (): void => void api.block(name, true).then(
    () => tell(t("You will no longer be paired with {name}.", { name })),
    (failure: unknown) => tell(sentence(failure), "error"),
  );
  return <button class="button" onClick={block}>{t("Block {name}", { name })}</button>;
}
