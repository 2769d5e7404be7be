import { IANAZone } from 'luxon';
import { DAY_MS, MINUTE_MS } from '../../../kernel/time/durations.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

/** Why a local time is no instant. */
export type LocalTimeProblem = 'skipped' | 'repeated, named once' | 'repeated, out of order';

/** The instants of one zone's local times. The offsets around a day are asked for once. */
export class ZoneTimes {
  readonly #zone: IANAZone;
  readonly #offsets = new Map<number, readonly [number, number]>();

  constructor(timezone: string) {
    this.#zone = IANAZone.create(timezone);
  }

  #offsetAt(instant: EpochMillis): number {
    return this.#zone.offset(instant) * MINUTE_MS;
  }

  /** The instants at which clocks show a local time, written as if it were UTC: one, none or two, the earlier first. */
  instantsOf(localMs: number): readonly EpochMillis[] {
    const day = Math.floor(localMs / DAY_MS);
    let offsets = this.#offsets.get(day);
    if (offsets === undefined) {
      // No zone is further than a day from UTC, so these two enclose any change that the day can be part of.
      offsets = [this.#offsetAt((day - 1) * DAY_MS), this.#offsetAt((day + 2) * DAY_MS)];
      this.#offsets.set(day, offsets);
    }
    const [before, after] = offsets;
    if (before === after) return [localMs - before];
    return [localMs - before, localMs - after]
      .filter((instant) => this.#offsetAt(instant) === localMs - instant)
      .sort((a, b) => a - b);
  }
}

/** Whether times go forward from row to row; a step back may only lie within an hour that clocks show twice. */
const goesForward = (times: readonly number[], isTwice: readonly boolean[]): boolean =>
  times.every(
    (time, at) => at === 0 || time >= (times[at - 1] ?? time) || (isTwice[at - 1] === true && isTwice[at] === true),
  );

/**
 * The pass of each time through an hour that clocks show twice, oldest first: a step back begins the next one. The
 * same time again does so where the meter is read once an hour. Else it is a row that stands there twice, and null.
 */
function passesOf(times: readonly number[]): readonly number[] | null {
  const passes: number[] = [];
  let pass = 0;
  let rowsOfPass = 0;
  for (const [at, time] of times.entries()) {
    const before = times[at - 1] ?? Number.NEGATIVE_INFINITY;
    if (time === before && rowsOfPass > 1) return null;
    if (at > 0 && time <= before) {
      pass += 1;
      rowsOfPass = 0;
    }
    rowsOfPass += 1;
    passes.push(pass);
  }
  return passes;
}

/**
 * Instants of the local times of one meter, in the order of the file's rows, oldest or newest first. In the hour that
 * clocks show twice, the rows themselves tell which is which where they go through that hour twice. One that is there
 * once could be either, so nothing is decided.
 */
export function instantsInOrder(
  locals: readonly number[],
  zone: ZoneTimes,
): readonly (EpochMillis | LocalTimeProblem)[] {
  const candidates = locals.map((local) => zone.instantsOf(local));
  const found = candidates.map(([one]): EpochMillis | LocalTimeProblem => one ?? 'skipped');
  const isTwice = candidates.map(({ length }) => length === 2);
  if (!isTwice.includes(true)) return found;
  const places = locals.map((_, at) => at);
  const orders = [places, places.toReversed()];
  const inOrder = orders.find((order) =>
    goesForward(
      order.map((at) => locals[at] ?? 0),
      order.map((at) => isTwice[at] === true),
    ),
  );
  const repeated = (inOrder ?? places).filter((at) => isTwice[at]);
  for (const group of Map.groupBy(repeated, (at) => Math.floor((locals[at] ?? 0) / DAY_MS)).values()) {
    const passes = passesOf(group.map((at) => locals[at] ?? 0));
    const last = inOrder === undefined ? undefined : passes?.at(-1);
    for (const [index, at] of group.entries()) {
      const decided = last === 1 ? candidates[at]?.[passes?.[index] ?? 0] : undefined;
      found[at] = decided ?? (last === 0 ? 'repeated, named once' : 'repeated, out of order');
    }
  }
  return found;
}
