import type { PlacedReading, UnitExtent } from '../../store/readings.ts';

/** Readings of a batch in the order in which they are stored. */
export interface SortedReadings {
  /** One per unit and instant, the last one sent, sorted by them. */
  readonly readings: readonly PlacedReading[];
  /** Rows that say the same again, and rows that correct an earlier one. */
  readonly repeatedUnchanged: number;
  readonly repeatedChanged: number;
  readonly extents: readonly UnitExtent[];
  /** Units and business days there are readings of. */
  readonly days: readonly UnitDay[];
}

export interface UnitDay { readonly unitKey: number; readonly businessDate: string; count: number }

/** Sorts by unit and instant; rows of the same key stay in the order in which they came, and the last one is left. */
export function sortReadings(placed: readonly PlacedReading[]): SortedReadings {
  const ofUnits = new Map<number, PlacedReading[]>();
  for (const reading of placed) {
    const ofUnit = ofUnits.get(reading.unitKey);
    if (ofUnit === undefined) ofUnits.set(reading.unitKey, [reading]);
    else ofUnit.push(reading);
  }
  const readings: PlacedReading[] = [];
  const extents: UnitExtent[] = [];
  const days: UnitDay[] = [];
  let repeatedUnchanged = 0;
  let repeatedChanged = 0;
  for (const unitKey of [...ofUnits.keys()].sort((a, b) => a - b)) {
    const first = readings.length;
    for (const reading of inOrder(ofUnits.get(unitKey) ?? [])) {
      const previous = readings.at(-1);
      if (readings.length > first && previous?.createdOnEpochMs === reading.createdOnEpochMs) {
        if (sameReading(previous, reading)) repeatedUnchanged += 1;
        else repeatedChanged += 1;
        readings.pop();
      }
      readings.push(reading);
    }
    addExtent(readings, first, extents, days);
  }
  return { readings, extents, days, repeatedUnchanged, repeatedChanged };
}

/** A device's readings mostly come in their order, and then need no sorting. */
function inOrder(ofUnit: PlacedReading[]): PlacedReading[] {
  let last = Number.NEGATIVE_INFINITY;
  for (const { createdOnEpochMs } of ofUnit) {
    if (createdOnEpochMs < last) return ofUnit.sort((a, b) => a.createdOnEpochMs - b.createdOnEpochMs);
    last = createdOnEpochMs;
  }
  return ofUnit;
}

/** What the readings from `first` on, all of one unit, cover. Business days never run backwards. */
function addExtent(readings: readonly PlacedReading[], first: number, extents: UnitExtent[], days: UnitDay[]): void {
  let day: UnitDay | null = null;
  let firstRegisterDate: string | null = null;
  for (let index = first; index < readings.length; index += 1) {
    const reading = readings[index];
    if (reading === undefined) break;
    const { unitKey, businessDate } = reading;
    if (firstRegisterDate === null && reading.register !== null) firstRegisterDate = businessDate;
    if (day === null || day.businessDate !== businessDate) {
      day = { unitKey, businessDate, count: 0 };
      days.push(day);
    }
    day.count += 1;
  }
  const [oldest, newest] = [readings[first], readings.at(-1)];
  if (oldest !== undefined && newest !== undefined) extents.push({ oldest, newest, firstBusinessDate: oldest.businessDate, firstRegisterDate });
}

const sameParameters = (a: PlacedReading['parameters'], b: PlacedReading['parameters']): boolean => {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name]);
};

const sameReading = (a: PlacedReading, b: PlacedReading): boolean =>
  a.value === b.value && a.register === b.register && a.estimated === b.estimated && a.offlineMinutes === b.offlineMinutes &&
  sameParameters(a.parameters, b.parameters);
