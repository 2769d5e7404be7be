import { setTimeout as delay } from 'node:timers/promises';

/** @throws Error for an empty list. */
export function nearestRank(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('A quantile needs at least one value.');
  return value;
}

export const medianRun = (values: readonly number[]): number => nearestRank(values, 0.5);

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/**
 * Seconds until something is so. It is looked at every so often.
 * @throws Error with the words `what`, which say what was waited for, after `giveUpSeconds`.
 */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { everyMilliseconds, giveUpSeconds }: { readonly everyMilliseconds: number; readonly giveUpSeconds: number },
): Promise<number> {
  const started = performance.now();
  while (!(await isSo())) {
    if (performance.now() - started > giveUpSeconds * 1000) throw new Error(`${what}: not after ${giveUpSeconds} s`);
    await delay(everyMilliseconds);
  }
  return (performance.now() - started) / 1000;
}

/**
 * Median seconds of each work over some rounds. Works take turns in every round (A, B, A, B, ..), so that other
 * activity of the machine meets all of them alike.
 */
export async function alternately<Name extends string>(
  rounds: number,
  works: Readonly<Record<Name, (round: number) => Promise<unknown>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(works) as Name[]; // the keys of the record, which is typed by them
  const seconds = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) seconds.get(name)?.push(await secondsOf(() => works[name](round)));
  }
  // One entry per name.
  return Object.fromEntries(names.map((name) => [name, medianRun(seconds.get(name) ?? [])])) as Record<Name, number>;
}

/** Figure with separators, 12345 as '12,345', and with three significant digits below 100. */
export const shownFigure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : Number(value.toPrecision(3)).toString();
