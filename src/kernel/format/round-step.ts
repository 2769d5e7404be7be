/** 1, 2 or 5 times a power of ten, at least as long as a step that need not be round. */
export function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough || 1));
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
}
