/** A face on a page that is drawn before the faces have come: they keep its place free. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Face, Mood } from "./face";

const drawing = signal<typeof Face | null>(null);

export function LateFace({ level, mood }: { level: number; mood?: Mood }): JSX.Element {
  useEffect(() => {
    if (!drawing.value) void import("./face").then((faces) => (drawing.value = faces.Face), () => undefined);
  }, []);
  const Drawn = drawing.value;
  return <span class="late-face">{Drawn && <Drawn level={level} mood={mood} />}</span>;
}
