import { signal } from "@preact/signals";

/** How far Python and the engine have come, in bytes, while they are fetched. */
export const loading = signal<{ loaded: number; total: number } | null>(null);
