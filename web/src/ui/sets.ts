/** The looks of boards and pieces other than the natural one; fetched by whoever chooses them. */
import { adopt } from "./adopt";
import css from "./sets.css?inline";

adopt(css);
