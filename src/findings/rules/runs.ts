/** Verdict of a day on one question. `neither`: the day begins no run and ends none. */
export type DayVerdict = 'yes' | 'no' | 'neither';

/** Days with the verdict yes, with no day of verdict no between them. Indices. */
export interface Run {
  readonly first: number;
  /** The day on which the run became long enough. */
  readonly raised: number;
  readonly last: number;
  /** Number of days with the verdict yes. */
  readonly count: number;
}

/**
 * Runs of enough days with the verdict yes.
 * @param enough least days of a run that began on this day
 * @param judge verdict on a day, given the first day of the present run
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
