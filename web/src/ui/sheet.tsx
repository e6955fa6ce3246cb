/**
 * A card over the page: it takes the focus, closes on Escape, on a press beside it and by its button,
 * and gives the focus back to where it was.
 */
import { render, type ComponentChildren, type JSX } from "preact";
import { t } from "../i18n/translate";
import "./sheet.css";

export function Sheet({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <form method="dialog">
      <header>
        <h2 id="sheet">{title}</h2>
        <button class="button" aria-label={t("Close")}><span aria-hidden="true">×</span></button>
      </header>
      {children}
    </form>
  );
}

export function showSheet(sheet: JSX.Element): void {
  if (document.querySelector("dialog[open]")) return;
  const dialog = document.createElement("dialog");
  dialog.className = "sheet";
  dialog.setAttribute("aria-labelledby", "sheet");
  dialog.addEventListener("pointerdown", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    render(null, dialog);
    dialog.remove();
  });
  document.body.append(dialog);
  render(sheet, dialog);
  dialog.showModal();
}
