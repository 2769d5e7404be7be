import type { Industry } from '../../domain/industry/industry.ts';
import { parseReading } from '../../domain/reading/parse-reading.ts';
import type { Reading, Rejection, RejectionCode } from '../../domain/reading/reading.ts';
import { jsonText } from '../../domain/reading/shown.ts';
import type { ClockReader } from '../../domain/time/business-clock.ts';
import { formatRequestDate } from '../../domain/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../../domain/time/types.ts';
import type { PlacedReading, UnitExtent } from '../../store/readings.ts';
import { type Refusals, RefusedRows } from './refused-rows.ts';

/** A row as it arrived: parsed, or a text that is no reading, with what is known of its unit. */
export type RawRow = { readonly row: unknown } | { readonly text: string; readonly problem: string; readonly code: RejectionCode; readonly unitId?: string };

/** Rows of one sender, sorted out: what can be stored in one statement and what cannot. */
export interface Batch {
  /** One per unit and instant, sorted by them. */
  readonly readings: readonly PlacedReading[];
  /** Rows that say, within this batch, the same again, and rows that correct an earlier row of it. */
  readonly repeatedUnchanged: number;
  readonly repeatedChanged: number;
  readonly extents: readonly UnitExtent[];
  readonly refused: Refusals;
}

/** Rows of a transaction: large enough that the round trips do not show, small enough that memory stays flat. */
export const ROWS_PER_BATCH = 5000;
/** The same for rows that are long. */
const CHARACTERS_PER_BATCH = 4_000_000;
const CHARACTERS_OF_A_PARAMETER = 100;

/** Where a reading belongs: its unit's key, or why it has none. */
function keyOf(industry: Industry, { unitId }: Reading): number | Rejection {
  const unit = industry.units.get(unitId);
  if (unit === undefined) {
    return { unitId: unitId.slice(0, 200), code: 'unit_unknown', reason: `unitId '${unitId.slice(0, 80)}' is not a unit of industry ${industry.industryId}` };
  }
  if (unit.current.group === 'VIRTUAL') {
    return { unitId, code: 'unit_virtual', reason: `unitId '${unitId}' is a virtual unit: its figures are computed, it takes no readings` };
  }
  return unit.unitKey;
}

/** Spec gap: what happens to late readings of a period whose readings retention has removed: they are held in quarantine. */
const sealed = (unitId: string, date: BusinessDate, sealedBefore: BusinessDate): Rejection => ({
  unitId, code: 'period_sealed',
  reason: `createdOn lies on business day ${formatRequestDate(date)}, which is sealed: readings before ${formatRequestDate(sealedBefore)} have been removed`,
});

/**
 * Gathers the rows of a batch: each is checked and placed on the industry's clock as it comes, so that what the sender wrote
 * need not be kept.
 */
export class BatchBuilder {
  readonly #industry: Industry;
  readonly #clock: ClockReader;
  readonly #sealedBefore: BusinessDate | null;
  readonly #placed: PlacedReading[] = [];
  readonly #refused = new RefusedRows();
  #parameterCharacters = 0;

  /** @param sealedBefore readings of business days before it are refused; null: none is. */
  constructor(industry: Industry, clock: ClockReader, sealedBefore: BusinessDate | null = null) {
    this.#industry = industry;
    this.#clock = clock;
    this.#sealedBefore = sealedBefore;
  }

  /** Whether nothing was added. */
  get isEmpty(): boolean {
    return this.#placed.length === 0 && this.#refused.caseCount === 0;
  }

  get isFull(): boolean {
    return this.#placed.length + this.#refused.caseCount >= ROWS_PER_BATCH || this.#refused.characters + this.#parameterCharacters >= CHARACTERS_PER_BATCH;
  }

  /**
   * @param index position of the row in the sender's stream.
   * @returns why the row was refused; null when it was taken.
   */
  add(raw: RawRow, index: number, now: EpochMillis): Rejection | null {
    if (!('row' in raw)) return this.#refuse(index, raw.text, { unitId: raw.unitId ?? null, code: raw.code, reason: raw.problem });
    const verdict = parseReading(raw.row, now);
    if (!verdict.ok) return this.#refuse(index, jsonText(raw.row), verdict.rejection);
    const unitKey = keyOf(this.#industry, verdict.reading);
    if (typeof unitKey !== 'number') return this.#refuse(index, jsonText(raw.row), unitKey);
    const { createdOnEpochMs, value, register, estimated, offlineMinutes, parameters } = verdict.reading;
    const { businessAt, date } = this.#clock.locate(createdOnEpochMs);
    if (this.#sealedBefore !== null && date < this.#sealedBefore) return this.#refuse(index, jsonText(raw.row), sealed(verdict.reading.unitId, date, this.#sealedBefore));
    for (const _name in parameters) this.#parameterCharacters += CHARACTERS_OF_A_PARAMETER;
    this.#placed.push({ unitKey, createdOnEpochMs, businessAt, businessDate: date, value, register, estimated, offlineMinutes, parameters });
    return null;
  }

  #refuse(index: number, raw: string, rejection: Rejection): Rejection {
    this.#refused.add(index, raw, rejection);
    return rejection;
  }

  /** Sorts by unit and instant and leaves one reading per key: the last one sent. */
  finish(): Batch {
    // Stable: rows of the same key stay in the order in which they were sent.
    this.#placed.sort((a, b) => a.unitKey - b.unitKey || a.createdOnEpochMs - b.createdOnEpochMs);
    return { ...withoutRepeats(this.#placed), refused: this.#refused.finish() };
  }
}

const sameParameters = (a: PlacedReading['parameters'], b: PlacedReading['parameters']): boolean => {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name]);
};

const sameReading = (a: PlacedReading, b: PlacedReading): boolean =>
  a.value === b.value && a.register === b.register && a.estimated === b.estimated && a.offlineMinutes === b.offlineMinutes &&
  sameParameters(a.parameters, b.parameters);

function withoutRepeats(sorted: readonly PlacedReading[]): Omit<Batch, 'refused'> {
  const readings: PlacedReading[] = [];
  const extents: UnitExtent[] = [];
  let repeatedUnchanged = 0;
  let repeatedChanged = 0;
  for (const reading of sorted) {
    const previous = readings.at(-1);
    if (previous !== undefined && previous.unitKey === reading.unitKey && previous.createdOnEpochMs === reading.createdOnEpochMs) {
      if (sameReading(previous, reading)) repeatedUnchanged += 1;
      else repeatedChanged += 1;
      readings.pop();
    }
    readings.push(reading);
  }
  for (const reading of readings) {
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
