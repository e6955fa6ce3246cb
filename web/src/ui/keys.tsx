/** The keys, on a card: `?` shows it on every page. */
import type { JSX } from "preact";
import { t } from "../i18n/translate";
import { Sheet, showSheet } from "./sheet";

function Keys(): JSX.Element {
  const keys: [keys: string, meaning: string][] = [
    ["← ↑ → ↓", t("on the board, from space to space")],
    ["Enter", t("choose, place or move")],
    ["Escape", t("one step back; closes what is open")],
    ["1 2 3 4", t("choose a shape in Quantik")],
    ["← →", t("through the moves; on the board together with Shift")],
    ["Home", t("First position")],
    ["End", t("Last position")],
    ["R", t("Rules")],
    ["?", t("Keys")],
  ];
  return (
    <Sheet title={t("Keys")}>
      <dl>
        {keys.map(([names, meaning]) => (
          <>
            <dt dir="ltr">{names.split(" ").map((name) => <kbd>{name}</kbd>)}</dt>
            <dd>{meaning}</dd>
          </>
        ))}
      </dl>
    </Sheet>
  );
}

export const showKeys = (): void => showSheet(<Keys />);
