/** What a day says of one thing. `neither`: nothing that would begin it or end it. */
export type DayVerdict = 'yes' | 'no' | 'neither';

/** Days that say yes, with none between them that says no. Indices. */
export interface Run {
  readonly first: number;
  /** The day that made them enough. */
  readonly raised: number;
  readonly last: number;
  /** How many of them say yes. */
  readonly count: number;
}

/**
 * Runs of enough days that say yes.
 * @param enough so many, of a run that began on this day
 * @param judge is asked day by day, with the first day of the run that is going on
 */
export function runsOf(
  length: number,
  enough: (first: number) => number,
  judge: (index: number, since: number | null) => DayVerdict,
): Run[] {
  const all: OpenRun[] = [];
  let isGoingOn = false;
  for (let index = 0; index < length; index += 1) {
    const run = isGoingOn ? all.at(-1) : undefined;
    const verdict = judge(index, run?.first ?? null);
    if (verdict === 'no') isGoingOn = false;
    if (verdict !== 'yes') continue;
    const now = run ?? { first: index, raised: null, last: index, count: 0 };
    if (run === undefined) all.push(now);
    isGoingOn = true;
    now.last = index;
    now.count += 1;
    if (now.count >= enough(now.first)) now.raised ??= index;
  }
  return all.flatMap(({ raised, ...run }) => (raised === null ? [] : [{ ...run, raised }]));
}

interface OpenRun {
  readonly first: number;
  raised: number | null;
  last: number;
  count: number;
}
