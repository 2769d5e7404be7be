import { withUnheard } from '../../../kernel/document/unheard.ts';
import type { DocumentMeta, Figure, PeriodEntry, ProcessedDocument } from '../../../kernel/document/types.ts';
import { startText } from '../../../kernel/time/period-starts.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

/**
 * One day of a month or one month of a year: its start and its document, null when it is not processed or not there
 * yet.
 */
export interface PeriodDocument {
  readonly startEpochMs: EpochMillis;
  readonly document: ProcessedDocument | null;
}

/** The entries of a month's days or a year's months, in order. */
export const periodEntries = (unit: Unit, periods: readonly PeriodDocument[]): readonly PeriodEntry[] =>
  withUnheard(
    periods.map((period) => periodEntry(unit, period)),
    periods.map(({ document }) => document?.meta.unheard),
  );

/**
 * The entry of one period in a month's `daily` or a year's `monthly`: the figures of its document. Without a document
 * `y` is null, the counts are 0 and the coverage is null.
 */
function periodEntry(unit: Unit, period: PeriodDocument): PeriodEntry {
  const { document } = period;
  const [py, bound] = [document?.paramValue, document?.provenance.bound];
  const own = ownFields(unit, period);
  // A year of a batch has some ten thousand entries. A copy costs little where it is what an object begins with.
  const entry = {
    ...(py === undefined ? own : { ...own, py }),
    offlineCount: document?.meta.offlineCount ?? 0,
    offlineDuration: document?.meta.offlineDuration ?? 0,
    coverage: document?.provenance.coverageRatio ?? null,
    estimatedShare: document?.provenance.estimatedShare ?? null,
  };
  const meta = { lastEpoch: document?.provenance.lastEpoch ?? null };
  return bound === undefined ? { ...entry, meta } : { ...entry, bound, meta };
}

type OwnFields = Pick<
  PeriodEntry,
  | 'x'
  | 'y'
  | 'ir'
  | 'fr'
  | 'nonZero'
  | 'offlineValue'
  | 'energySaved'
  | 'energySavedCoverage'
  | 'y1'
  | 'percentage'
  | 'average'
>;

/** Start, figure and the fields of the unit's group. */
function ownFields({ group }: Unit, { startEpochMs, document }: PeriodDocument): OwnFields {
  const x = startText(startEpochMs);
  const y = document?.value ?? null;
  const meta = document?.meta ?? null;
  switch (group) {
    case 'FLOW':
    case 'CONSUMPTION':
      return flowFields(x, y, meta);
    case 'ENERGY':
      return {
        ...flowFields(x, y, meta),
        energySaved: meta?.energySaved ?? 0,
        energySavedCoverage: meta?.energySavedCoverage ?? 0,
      };
    case 'STOCK':
      return { x, y, y1: meta?.openingStock ?? null, percentage: meta?.percentage ?? null };
    case 'GROUND_WATER_LEVEL':
      // meta.average says 0 for a period without levels; an entry of such a period stays null.
      return { x, y, average: y === null ? null : (meta?.average ?? null) };
    case 'QUALITY':
    case 'VIRTUAL':
      return { x, y };
  }
}

const flowFields = (x: string, y: Figure, meta: DocumentMeta | null): OwnFields => ({
  x,
  y,
  ir: meta?.ir ?? null,
  fr: meta?.fr ?? null,
  nonZero: meta?.nonZero ?? 0,
  offlineValue: meta?.offlineValue ?? 0,
});
