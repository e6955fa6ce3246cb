/** The looks of boards and pieces other than the natural one; fetched by whoever chooses them. */
import { once, scatter } from "../board/surface";
import { adopt } from "../ui/adopt";
import { veins } from "./settings";
import css from "./sets.css?inline";

/** Veins of marble: lines that wander down the stone. */
function vein(count: number, size: number, seed: number): string {
  const chance = scatter(seed);
  return Array.from({ length: count }, () => {
    let [x, y, slope] = [size * (0.9 * chance() - 0.1), size * 0.6 * chance(), 0.4 + chance()];
    const bends: string[] = [];
    for (let i = 0; i < 14 && y < size; i++) {
      if (x > 0 && x < size) bends.push(`${Math.round(x)} ${Math.round(y)}`);
      slope = Math.max(0.1, slope + (chance() - 0.5) * 0.9);
      x += size * 0.06;
      y += size * 0.06 * slope;
    }
    return bends.length > 2 ? `M${bends.join("L")}` : "";
  }).join("");
}

const small = once(() => [vein(9, 436, 3), vein(5, 436, 8)]);
const large = once(() => [vein(11, 670, 4), vein(6, 670, 9)]);

adopt(css);
veins.value = (game) => (game === "qomet" ? large() : small());
