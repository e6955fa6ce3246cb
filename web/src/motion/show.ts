/** What makes a board lively; fetched with the first touch, and missed by nobody before it. */
export { go } from "./motion";
export { Winning } from "./winning";
