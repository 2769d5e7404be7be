import type { RowRefusal } from './rules/reading.ts';
import type { QuarantineEntry } from './store/quarantine.ts';

/** A refused row. `index` counts the rows of the sender's stream from 0, or is the number of a line. */
export interface RefusedRow {
  readonly index: number;
  readonly unitId: string | null;
  readonly reason: string;
}

/** Refused rows of one call. */
export interface Refusals {
  readonly count: number;
  /** Number of rows by refusal code. */
  readonly reasons: Readonly<Record<string, number>>;
  /** The first refused rows, in order of the stream. */
  readonly first: readonly RefusedRow[];
  /** The first refused row of each code. */
  readonly examples: Readonly<Record<string, RefusedRow>>;
  /** Each different row as it was sent, once. */
  readonly cases: readonly QuarantineEntry[];
}

export const NOTHING_REFUSED: Refusals = { count: 0, reasons: {}, first: [], examples: {}, cases: [] };

export const MAX_REFUSED_NAMED = 100;
const MAX_RAW_CHARACTERS = 8192;

/** Gathers refused rows. A row that comes again takes no memory, because a body may repeat one a million times. */
export class RefusedRows {
  readonly #cases = new Map<string, QuarantineEntry>();
  readonly #reasons: Record<string, number> = {};
  readonly #first: RefusedRow[] = [];
  readonly #examples: Record<string, RefusedRow> = {};
  #count = 0;
  #characters = 0;

  get caseCount(): number {
    return this.#cases.size;
  }

  /**
   * Characters of the kept texts as they were sent. Cut texts count in full, because the part that was cut off stays in
   * memory, too.
   */
  get characters(): number {
    return this.#characters;
  }

  add(index: number, raw: string, { unitId, code, reason }: RowRefusal): void {
    this.#count += 1;
    this.#reasons[code] = (this.#reasons[code] ?? 0) + 1;
    if (this.#first.length < MAX_REFUSED_NAMED) this.#first.push({ index, unitId, reason });
    this.#examples[code] ??= { index, unitId, reason };
    const kept = raw.slice(0, MAX_RAW_CHARACTERS);
    const key = `${code} ${kept}`;
    if (this.#cases.has(key)) return;
    this.#cases.set(key, { unitId, raw: kept, reasonCode: code, reason });
    this.#characters += raw.length;
  }

  finish(): Refusals {
    return {
      count: this.#count,
      reasons: this.#reasons,
      first: this.#first,
      examples: this.#examples,
      cases: [...this.#cases.values()],
    };
  }
}
