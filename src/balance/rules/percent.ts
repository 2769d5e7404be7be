/** part / whole as percent with 2 decimals; null when either is missing or the whole is 0. */
export const percentOf = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole === 0 ? null : Math.round((part / whole) * 10_000) / 100;
