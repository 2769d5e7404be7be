import { lastEpochOf } from '../../../kernel/document/entries.ts';
import { withUnheard } from '../../../kernel/document/unheard.ts';
import type { DocumentMeta, PeriodEntry, ProcessedDocument } from '../../../kernel/document/types.ts';
import { writeIso } from '../../../kernel/time/iso.ts';
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
function periodEntry(unit: Unit, { startEpochMs, document }: PeriodDocument): PeriodEntry {
  return {
    x: writeIso(startEpochMs),
    y: document?.value ?? null,
    ...groupFields(unit, document),
    ...(document?.paramValue === undefined ? {} : { py: document.paramValue }),
    offlineCount: document?.meta.offlineCount ?? 0,
    offlineDuration: document?.meta.offlineDuration ?? 0,
    coverage: document?.provenance.coverageRatio ?? null,
    estimatedShare: document?.provenance.estimatedShare ?? null,
    ...(document?.provenance.bound === undefined ? {} : { bound: document.provenance.bound }),
    meta: { lastEpoch: document === null ? null : lastEpochOf(document) },
  };
}

type GroupFields = Pick<
  PeriodEntry,
  'ir' | 'fr' | 'nonZero' | 'offlineValue' | 'energySaved' | 'energySavedCoverage' | 'y1' | 'percentage' | 'average'
>;

function groupFields(unit: Unit, document: ProcessedDocument | null): GroupFields {
  const meta = document?.meta ?? null;
  switch (unit.group) {
    case 'FLOW':
    case 'CONSUMPTION':
      return flowFields(meta);
    case 'ENERGY':
      return {
        ...flowFields(meta),
        energySaved: meta?.energySaved ?? 0,
        energySavedCoverage: meta?.energySavedCoverage ?? 0,
      };
    case 'STOCK':
      return { y1: meta?.openingStock ?? null, percentage: meta?.percentage ?? null };
    case 'GROUND_WATER_LEVEL':
      // meta.average says 0 for a period without levels; an entry of such a period stays null.
      return { average: document === null || document.value === null ? null : (meta?.average ?? null) };
    case 'QUALITY':
    case 'VIRTUAL':
      return {};
  }
}

const flowFields = (meta: DocumentMeta | null): GroupFields => ({
  ir: meta?.ir ?? null,
  fr: meta?.fr ?? null,
  nonZero: meta?.nonZero ?? 0,
  offlineValue: meta?.offlineValue ?? 0,
});
