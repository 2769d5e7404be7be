import { parseInstant } from '../../../kernel/time/instant.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

/** Held rows with one reason. */
interface HeldReason {
  readonly reasonCode: string;
  /** Text of the newest of these rows. */
  readonly reason: string;
  readonly readings: number;
}

/** A rejected row that nobody has decided about. */
export interface HeldRow {
  readonly raw: string;
  readonly reasonCode: string;
  readonly reason: string;
}

/** Instant of a held row's reading; null where its text has none that can be read. */
function instantOfRow(raw: string): EpochMillis | null {
  try {
    const row: unknown = JSON.parse(raw);
    return typeof row === 'object' && row !== null && 'createdOn' in row ? parseInstant(row.createdOn) : null;
  } catch {
    return null;
  }
}

/**
 * Held rows of a day by their reason, the most frequent first. `undated` counts rows that may be of any day.
 * @param rows of one unit, the newest first.
 */
export function heldOfDay(
  rows: readonly HeldRow[],
  { startEpochMs, endEpochMs }: { readonly startEpochMs: EpochMillis; readonly endEpochMs: EpochMillis },
): { readonly reasons: readonly HeldReason[]; readonly undated: number } {
  const dated = rows.map((row) => ({ ...row, instant: instantOfRow(row.raw) }));
  const ofDay = dated.filter(({ instant }) => instant !== null && instant >= startEpochMs && instant < endEpochMs);
  const reasons = [...Map.groupBy(ofDay, ({ reasonCode }) => reasonCode)].map(([reasonCode, same]) => ({
    reasonCode,
    reason: same[0]?.reason ?? '',
    readings: same.length,
  }));
  return {
    reasons: reasons.toSorted((a, b) => b.readings - a.readings || (a.reasonCode < b.reasonCode ? -1 : 1)),
    undated: dated.filter(({ instant }) => instant === null).length,
  };
}
