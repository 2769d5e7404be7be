import { isDeepStrictEqual } from 'node:util';
import type { Querier } from '../../platform/database/database.ts';
import type { DailyDocument, Figure, PeriodEntry } from '../../kernel/document/types.ts';
import type { ExplainedFigure, FigureState } from '../rules/explain/types.ts';
import { completenessOf, natureOf, partOfDocument, partOfEntry } from '../../kernel/document/completeness.ts';
import { estimatedShareOf } from '../../kernel/document/entries.ts';
import { coverageOf } from '../../kernel/document/provenance.ts';
import type { Industry, StoredUnit } from '../../kernel/industry/industry.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { readDocuments } from '../store/read-documents.ts';
import type { StoredDocument } from '../store/document-rows.ts';
import { type DayChange, dayChange } from '../store/changes.ts';
import { processedDays, type StaleDay, staleDays } from '../../ledger/store/ledger.ts';

/** The stored state of a unit's day. */
export interface DayStanding {
  readonly stored: StoredDocument<'DAILY'> | null;
  readonly stale: StaleDay | null;
  readonly isProcessed: boolean;
  /** The newest change of the document; null: there is none. */
  readonly lastChange: DayChange | null;
}

export async function standingOf(
  db: Querier,
  industry: Industry,
  unit: StoredUnit,
  date: BusinessDate,
): Promise<DayStanding> {
  const [processed, [stale]] = await Promise.all([
    processedDays(db, industry.industryKey, date, date),
    staleDays(db, industry.industryKey, date, date),
  ]);
  // The document is read after the state of its day, so that it is never older than that state.
  const [[stored], lastChange] = await Promise.all([
    readDocuments(db, {
      industryId: industry.industryId,
      units: new Map([[unit.unitKey, unit.current.unitId]]),
      period: 'DAILY',
      from: date,
      to: date,
    }),
    dayChange(db, unit.unitKey, date),
  ]);
  return { lastChange, stored: stored ?? null, stale: stale ?? null, isProcessed: processed.has(date) };
}

/**
 * The figure that is served for a day or hour (reading of documents makes the same choice), and whether the readings
 * give it.
 */
export function figureOf(
  { stored, stale, isProcessed }: DayStanding,
  derived: DailyDocument,
  {
    hour,
    now,
    isRunning,
    isUnchecked,
    hasReadings,
  }: { hour: number | null; now: EpochMillis; isRunning: boolean; isUnchecked: boolean; hasReadings: boolean },
): ExplainedFigure {
  const state = stateOf(stored !== null, stale !== null, isProcessed, isRunning);
  const isStored = state === 'settled' && stored !== null;
  const document = isStored ? stored.document : derived;
  const entry = hour === null ? null : (document.hourly[hour] ?? null);
  const value = valueOf(document, hour);
  // A day with removed readings cannot be computed again.
  const recomputedValue = hasReadings ? valueOf(derived, hour) : null;
  return {
    value,
    coverage: hour === null ? coverageOf(document.provenance) : (entry?.coverage ?? null),
    estimatedShare: estimatedShareShown(document, hour, entry),
    unheard: (hour === null ? document.meta.unheard : entry?.unheard) ?? null,
    ...boundAndMeters(document, entry),
    state: isStored && !hasReadings ? 'sealed' : state,
    source: isStored ? 'stored document' : 'computed now',
    computedAt: (isStored ? stored.computedAt : new Date(now)).toISOString(),
    algorithmVersion: document.provenance.algorithmVersion,
    recomputedValue,
    agrees: hasReadings ? isDeepStrictEqual(value, recomputedValue) : null,
    provisional: !isStored && isUnchecked,
  };
}

const estimatedShareShown = (document: DailyDocument, hour: number | null, entry: PeriodEntry | null): number | null =>
  hour === null ? document.provenance.estimatedShare : entry === null ? null : estimatedShareOf(document, entry);

/** Stored hours have no meters of their own. */
function boundAndMeters(
  document: DailyDocument,
  hour: PeriodEntry | null,
): Pick<ExplainedFigure, 'bound' | 'meters' | 'metersMeasured'> {
  if (hour === null) {
    const { bound, meters, metersMeasured } = completenessOf([partOfDocument(document)]);
    return { bound, meters, metersMeasured };
  }
  const { bound } = completenessOf([partOfEntry(document.unitId, natureOf(document.meta), hour, 1)]);
  return { bound, meters: null, metersMeasured: null };
}

const valueOf = (document: DailyDocument, hour: number | null): Figure =>
  hour === null ? document.value : (document.hourly[hour]?.y ?? null);

function stateOf(hasDocument: boolean, isStale: boolean, isProcessed: boolean, isRunning: boolean): FigureState {
  if (isRunning) return 'running';
  if (!isProcessed) return 'not processed';
  if (isStale) return 'stale';
  return hasDocument ? 'settled' : 'not stored';
}
