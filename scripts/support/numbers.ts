/** @throws Error when it is no number above 0. */
export function positiveNumber(name: string, given: string | undefined, usual: number): number {
  const value = given === undefined ? usual : Number(given);
  if (!(value > 0 && Number.isFinite(value))) throw new Error(`--${name} is '${given}', allowed is a number above 0`);
  return value;
}
