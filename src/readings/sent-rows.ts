import type { Industry } from '../kernel/industry/industry.ts';
import { unitMismatchOf } from './rules/unit-mismatch.ts';
import { NO_PARAMETERS, parseReading } from './rules/parse-reading.ts';
import type { Reading, RowRefusal, RefusalCode } from './rules/reading.ts';
import { jsonText } from './rules/json-text.ts';
import type { BusinessPosition, ClockReader } from '../kernel/time/business-clock.ts';
import { formatRequestDate } from '../kernel/time/business-date.ts';
import { isSealed, NOTHING_SEALED, type SealedDays, whySealed } from '../kernel/time/sealed-days.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import { PlacedReadings } from './store/placed-readings.ts';
import { type ReadingColumns, readingColumns } from './store/readings.ts';
import { type Refusals, RefusedRows } from './refused-rows.ts';
import { type SortedReadings, sortReadings } from './sorted-readings.ts';

interface Sent {
  /** Where the row stands, when it is not counted: the number of its line. */
  readonly line?: number | undefined;
  /** The row lacks figures that other rows of its instant tell. Any other row replaces the whole reading. */
  readonly isPartial?: boolean | undefined;
}

/** A row as it arrived: parsed, or a text that is no reading, with what is known of its unit. */
export type SentRow = Sent
  & (
    | { readonly row: unknown }
    | { readonly text: string; readonly problem: string; readonly code: RefusalCode; readonly unitId?: string }
  );

/** Rows of one sender, sorted into readings to store and rows to refuse. */
export interface SentRows extends SortedReadings {
  readonly placed: PlacedReadings;
  /** The readings as the database takes them, made while the rows before are being stored. */
  readonly columns: ReadingColumns;
  readonly refused: Refusals;
  /** Figures that a reading lacks stay as they are stored. Rows of one sender are all partial, or none is. */
  readonly isPartial: boolean;
}

/** Rows of a transaction: large enough that the round trips do not show, small enough that memory stays flat. */
export const ROWS_PER_TRANSACTION = 20_000;
/** A transaction of long rows ends here. */
const CHARACTERS_PER_TRANSACTION = 4_000_000;
const CHARACTERS_OF_A_PARAMETER = 100;

/** The key of a reading's unit, or the refusal of the reading. */
function keyOf(industry: Industry, reading: Reading): number | RowRefusal {
  const { unitId } = reading;
  const unit = industry.units.get(unitId);
  if (unit === undefined) {
    return {
      unitId: unitId.slice(0, 200),
      code: 'unit_unknown',
      reason: `unitId '${unitId.slice(0, 80)}' is not a unit of industry ${industry.industryId}`,
    };
  }
  if (unit.current.group === 'VIRTUAL') {
    return {
      unitId,
      code: 'unit_virtual',
      reason: `unitId '${unitId}' is a virtual unit: its figures are computed, it takes no readings`,
    };
  }
  return unitMismatchOf(unit, reading) ?? unit.unitKey;
}

/** Spec gap: a late reading of a period whose readings were dropped or archived is held in quarantine. */
const refusedAsSealed = (unitId: string, date: BusinessDate, sealed: SealedDays): RowRefusal => ({
  unitId,
  code: 'period_sealed',
  reason: `createdOn lies on business day ${formatRequestDate(date)}, which is sealed: ${whySealed(sealed, date)}`,
});

/**
 * Gathers the rows of a transaction. Each row is checked and placed on the industry's clock as it comes, so that the
 * sender's text need not be kept.
 */
export class SentRowsBuilder {
  readonly #industry: Industry;
  readonly #clock: ClockReader;
  readonly #sealed: SealedDays;
  readonly #placed = new PlacedReadings();
  readonly #refused = new RefusedRows();
  #parameterCharacters = 0;
  #isPartial = false;
  #lastInstant: EpochMillis = Number.NaN;
  #lastPosition: BusinessPosition | null = null;

  /** @param sealed business days whose readings are refused. */
  constructor(industry: Industry, clock: ClockReader, sealed: SealedDays = NOTHING_SEALED) {
    this.#industry = industry;
    this.#clock = clock;
    this.#sealed = sealed;
  }

  /** Whether nothing was added. */
  get isEmpty(): boolean {
    return this.#placed.count === 0 && this.#refused.caseCount === 0;
  }

  get isFull(): boolean {
    return (
      this.#placed.count + this.#refused.caseCount >= ROWS_PER_TRANSACTION
      || this.#refused.characters + this.#parameterCharacters >= CHARACTERS_PER_TRANSACTION
    );
  }

  /**
   * @param index position of the row in the sender's stream.
   * @returns why the row was refused; null when it was taken.
   */
  add(raw: SentRow, index: number, now: EpochMillis): RowRefusal | null {
    if (raw.isPartial === true) this.#isPartial = true;
    if (!('row' in raw))
      return this.#refuse(index, raw.text, { unitId: raw.unitId ?? null, code: raw.code, reason: raw.problem });
    const verdict = parseReading(raw.row, now);
    if (!verdict.ok) return this.#refuse(index, jsonText(raw.row), verdict.refusal);
    const unitKey = keyOf(this.#industry, verdict.reading);
    if (typeof unitKey !== 'number') return this.#refuse(index, jsonText(raw.row), unitKey);
    const { reading } = verdict;
    const position = this.#place(reading.createdOnEpochMs);
    if (isSealed(this.#sealed, position.date))
      return this.#refuse(index, jsonText(raw.row), refusedAsSealed(reading.unitId, position.date, this.#sealed));
    const parameterCount = reading.parameters === NO_PARAMETERS ? 0 : Object.keys(reading.parameters).length;
    this.#parameterCharacters += parameterCount * CHARACTERS_OF_A_PARAMETER;
    this.#placed.add(unitKey, reading, position, parameterCount > 0);
    return null;
  }

  /** The instant's place on the clock, kept for the next row, because a gateway sends one instant for all its units. */
  #place(instant: EpochMillis): BusinessPosition {
    if (instant !== this.#lastInstant || this.#lastPosition === null) {
      this.#lastPosition = this.#clock.locate(instant);
      this.#lastInstant = instant;
    }
    return this.#lastPosition;
  }

  #refuse(index: number, raw: string, refusal: RowRefusal): RowRefusal {
    this.#refused.add(index, raw, refusal);
    return refusal;
  }

  finish(): SentRows {
    const placed = this.#placed;
    const isPartial = this.#isPartial;
    const sorted = sortReadings(placed, isPartial);
    const columns = readingColumns(placed, sorted.order);
    return { ...sorted, placed, columns, isPartial, refused: this.#refused.finish() };
  }
}
