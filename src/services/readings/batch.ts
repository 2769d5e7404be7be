import type { Industry } from '../../domain/industry/industry.ts';
import { parseReading } from '../../domain/reading/parse-reading.ts';
import type { Rejection, RejectionCode } from '../../domain/reading/reading.ts';
import { jsonText } from '../../domain/reading/shown.ts';
import type { ClockReader } from '../../domain/time/business-clock.ts';
import type { EpochMillis } from '../../domain/time/types.ts';
import type { QuarantineEntry } from '../../store/quarantine.ts';
import type { PlacedReading, UnitExtent } from '../../store/readings.ts';

/** A row as it arrived: parsed, or a line that could not be parsed. */
export type RawRow = { readonly row: unknown } | { readonly text: string; readonly problem: string; readonly code: RejectionCode };

/** Rows of one sender, sorted out: what can be stored in one statement and what cannot. */
export interface Batch {
  readonly readings: readonly PlacedReading[];
  /** Rows that say, within this batch, the same again, and rows that correct an earlier row of it. */
  readonly repeatedUnchanged: number;
  readonly repeatedChanged: number;
  readonly extents: readonly UnitExtent[];
  readonly rejected: readonly RejectedRow[];
}

export interface RejectedRow extends QuarantineEntry { readonly index: number }

const MAX_RAW_CHARACTERS = 8192;

const sameParameters = (a: PlacedReading['parameters'], b: PlacedReading['parameters']): boolean => {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name]);
};

const sameReading = (a: PlacedReading, b: PlacedReading): boolean =>
  a.value === b.value && a.register === b.register && a.estimated === b.estimated && a.offlineMinutes === b.offlineMinutes &&
  sameParameters(a.parameters, b.parameters);

/**
 * Checks, places on the industry's clock, sorts by unit and instant, and leaves one row per key: the last one sent.
 * Pure but for the clock reader's memory of day starts. `firstIndex` is the position of rows[0] in the sender's stream.
 */
export function prepareBatch(industry: Industry, clock: ClockReader, rows: readonly RawRow[], firstIndex: number, now: EpochMillis): Batch {
  const rejected: RejectedRow[] = [];
  const placed: PlacedReading[] = [];
  const refuse = (index: number, raw: RawRow, rejection: Rejection): void => {
    const text = 'row' in raw ? jsonText(raw.row) : raw.text;
    rejected.push({ index, unitId: rejection.unitId, raw: text.slice(0, MAX_RAW_CHARACTERS), reasonCode: rejection.code, reason: rejection.reason });
  };

  rows.forEach((raw, position) => {
    const index = firstIndex + position;
    if (!('row' in raw)) return refuse(index, raw, { unitId: null, code: raw.code, reason: raw.problem });
    const verdict = parseReading(raw.row, now);
    if (!verdict.ok) return refuse(index, raw, verdict.rejection);
    const { reading } = verdict;
    const unit = industry.units.get(reading.unitId);
    if (unit === undefined) {
      return refuse(index, raw, { unitId: reading.unitId.slice(0, 200), code: 'unit_unknown', reason: `unitId '${reading.unitId.slice(0, 80)}' is not a unit of industry ${industry.industryId}` });
    }
    if (unit.current.group === 'VIRTUAL') {
      return refuse(index, raw, { unitId: reading.unitId, code: 'unit_virtual', reason: `unitId '${reading.unitId}' is a virtual unit: its figures are computed, it takes no readings` });
    }
    const place = clock.locate(reading.createdOnEpochMs);
    placed.push({
      unitKey: unit.unitKey, createdOnEpochMs: reading.createdOnEpochMs, businessAt: place.businessAt, businessDate: place.date,
      value: reading.value, register: reading.register, estimated: reading.estimated, offlineMinutes: reading.offlineMinutes, parameters: reading.parameters,
    });
  });

  // Stable: rows of the same key stay in the order in which they were sent.
  placed.sort((a, b) => a.unitKey - b.unitKey || a.createdOnEpochMs - b.createdOnEpochMs);
  return { ...withoutRepeats(placed), rejected };
}

function withoutRepeats(sorted: readonly PlacedReading[]): Omit<Batch, 'rejected'> {
  const readings: PlacedReading[] = [];
  const extents: UnitExtent[] = [];
  let repeatedUnchanged = 0;
  let repeatedChanged = 0;
  for (const reading of sorted) {
    const previous = readings.at(-1);
    if (previous !== undefined && previous.unitKey === reading.unitKey && previous.createdOnEpochMs === reading.createdOnEpochMs) {
      if (sameReading(previous, reading)) repeatedUnchanged += 1;
      else repeatedChanged += 1;
      readings[readings.length - 1] = reading;
    } else {
      readings.push(reading);
    }
    const extent = extents.at(-1);
    const firstRegisterDate = reading.register === null ? null : reading.businessDate;
    if (extent === undefined || extent.newest.unitKey !== reading.unitKey) {
      extents.push({ newest: reading, firstBusinessDate: reading.businessDate, firstRegisterDate });
    } else {
      extent.newest = reading;
      extent.firstRegisterDate ??= firstRegisterDate;
    }
  }
  return { readings, extents, repeatedUnchanged, repeatedChanged };
}
