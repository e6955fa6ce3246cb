/** The board as a picture file: a copy of the drawing with its looks written into it. */

const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "fill-opacity",
  "stroke-opacity", "font-size", "font-weight", "font-family", "text-anchor", "paint-order", "stop-color", "stop-opacity", "display", "transform"];

/** Copies the computed looks of every element, so that the file needs no style sheet. */
function dressed(original: SVGElement): SVGElement {
  const copy = original.cloneNode(true) as SVGElement;
  const sources = [original, ...original.querySelectorAll<SVGElement>("*")];
  const targets = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  sources.forEach((source, i) => {
    const looks = getComputedStyle(source);
    const written = LOOKS.map((name) => [name, looks.getPropertyValue(name)] as const)
      .filter(([name, value]) => value && !(name === "transform" && value === "none"));
    const target = targets[i]!;
    target.removeAttribute("class");
    target.removeAttribute("style");
    for (const [name, value] of written) {
      if (name === "transform") {
        if (!source.hasAttribute("transform")) target.setAttribute("transform", value.replaceAll("px", ""));
      } else if (!name.startsWith("font") || source.tagName === "text") target.setAttribute(name, value.replace(/url\("(#[\w-]+)"\)/, "url($1)"));
    }
  });
  return copy;
}

export function boardSvg(board: SVGSVGElement): string {
  const copy = dressed(board);
  const shades = document.querySelector<SVGElement>(".shades defs");
  if (shades) copy.prepend(dressed(shades));
  const [, , width = 1, height = 1] = (board.getAttribute("viewBox") ?? "").split(" ").map(Number);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width * 2));
  copy.setAttribute("height", String(height * 2));
  return new XMLSerializer().serializeToString(copy);
}

export async function boardPng(board: SVGSVGElement): Promise<Blob> {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(boardSvg(board))}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext("2d")!.drawImage(picture, 0, 0);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture")))));
}

/** Offers a file to keep. */
export function save(name: string, content: Blob | string, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
