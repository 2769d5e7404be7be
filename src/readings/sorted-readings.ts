import type { PlacedReadings } from './store/placed-readings.ts';
import type { UnitExtent } from './store/readings.ts';

/** Readings of sent rows in the order in which they are stored. */
export interface SortedReadings {
  /** Indices of the readings to store, sorted by unit and instant: of each key the last one sent. */
  readonly order: Uint32Array;
  /** Number of rows that repeat an earlier one, and of rows that correct an earlier one. */
  readonly repeatedUnchanged: number;
  readonly repeatedChanged: number;
  readonly extents: readonly UnitExtent[];
  /** Units and business days of the readings. */
  readonly days: readonly UnitDay[];
}

interface UnitDay {
  readonly unitKey: number;
  readonly businessDate: string;
  /** Readings of that day. */
  readonly count: number;
}

/**
 * Sorts by unit and instant. Rows of the same key stay in order of arrival.
 * @param isPartial a row that lacks figures has those of earlier rows of its key
 */
export function sortReadings(placed: PlacedReadings, isPartial: boolean): SortedReadings {
  const byUnit = groupedByUnit(placed);
  let repeatedUnchanged = 0;
  let repeatedChanged = 0;
  let kept = 0;
  for (const { from, to } of byUnit.groups) {
    const first = kept;
    for (const index of inOrder(placed, byUnit.order.subarray(from, to))) {
      const previous = byUnit.order[kept - 1];
      if (kept > first && previous !== undefined && placed.createdOn(previous) === placed.createdOn(index)) {
        if (isPartial) placed.fill(index, previous);
        if (placed.sayTheSame(previous, index, isPartial)) repeatedUnchanged += 1;
        else repeatedChanged += 1;
        kept -= 1;
      }
      // The write never overtakes the read, because no more readings are kept than there are.
      byUnit.order[kept] = index;
      kept += 1;
    }
  }
  const order = byUnit.order.subarray(0, kept);
  return { order, ...boundsOf(placed, order), repeatedUnchanged, repeatedChanged };
}

/** Days and extents of readings that are sorted by unit and instant. */
export function boundsOf(placed: PlacedReadings, order: Uint32Array): Pick<SortedReadings, 'extents' | 'days'> {
  const extents: UnitExtent[] = [];
  const days: UnitDay[] = [];
  let from = 0;
  for (let to = 1; to <= order.length; to += 1) {
    const unitKey = placed.unitKey(order[from] ?? 0);
    if (to < order.length && placed.unitKey(order[to] ?? 0) === unitKey) continue;
    extents.push(extentOf(placed, unitKey, order.subarray(from, to), days));
    from = to;
  }
  return { extents, days };
}

interface Group {
  readonly unitKey: number;
  readonly from: number;
  to: number;
}

/** Indices by ascending unit. Readings of one unit stay in order of arrival. */
function groupedByUnit(placed: PlacedReadings): { order: Uint32Array; groups: readonly Group[] } {
  const counts = new Map<number, number>();
  for (let index = 0; index < placed.count; index += 1) {
    const unitKey = placed.unitKey(index);
    counts.set(unitKey, (counts.get(unitKey) ?? 0) + 1);
  }
  const groups = new Map<number, Group>();
  let from = 0;
  for (const unitKey of [...counts.keys()].sort((a, b) => a - b)) {
    groups.set(unitKey, { unitKey, from, to: from });
    from += counts.get(unitKey) ?? 0;
  }
  const order = new Uint32Array(placed.count);
  for (let index = 0; index < placed.count; index += 1) {
    const group = groups.get(placed.unitKey(index));
    if (group === undefined) throw new Error('Every unit was counted.');
    order[group.to] = index;
    group.to += 1;
  }
  return { order, groups: [...groups.values()] };
}

/** Indices of one unit in order of instants. A device's readings mostly arrive in that order and need no sorting. */
function inOrder(placed: PlacedReadings, ofUnit: Uint32Array): Uint32Array {
  let last = Number.NEGATIVE_INFINITY;
  for (const index of ofUnit) {
    const createdOn = placed.createdOn(index);
    if (createdOn < last) return ofUnit.sort((a, b) => placed.createdOn(a) - placed.createdOn(b) || a - b);
    last = createdOn;
  }
  return ofUnit;
}

/** The extent of a unit's readings. Their days are appended to the list. Business days never run backwards. */
function extentOf(placed: PlacedReadings, unitKey: number, ofUnit: Uint32Array, days: UnitDay[]): UnitExtent {
  let day: { readonly unitKey: number; readonly businessDate: string; count: number } | undefined;
  let firstRegisterDate: string | null = null;
  for (const index of ofUnit) {
    const businessDate = placed.businessDate(index);
    if (firstRegisterDate === null && placed.register(index) !== null) firstRegisterDate = businessDate;
    if (day === undefined || day.businessDate !== businessDate) {
      day = { unitKey, businessDate, count: 0 };
      days.push(day);
    }
    day.count += 1;
  }
  const oldest = placed.at(ofUnit[0] ?? 0);
  return { oldest, newest: placed.at(ofUnit.at(-1) ?? 0), firstBusinessDate: oldest.businessDate, firstRegisterDate };
}
