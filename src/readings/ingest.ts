import type { DataContext } from '../context.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { createClockReader } from '../kernel/time/business-clock.ts';
import type { ChangedDay, UnitExtent } from './store/readings.ts';
import { sealedDays } from '../ledger/store/seal.ts';
import { closedBefore } from '../ledger/closing.ts';
import { type SentRow, type SentRows, SentRowsBuilder } from './sent-rows.ts';
import { MAX_REFUSED_NAMED, type RefusedRow } from './refused-rows.ts';
import type { StoredRows, StoreOptions } from './store-rows.ts';
import { storeSurely } from './store-surely.ts';

/** Where rows came from; kept with quarantined rows. */
export type ReadingSource = 'http' | 'csv' | 'mqtt' | 'quarantine' | 'archive';

/** Verdict over everything that was committed; received = inserted + updated + unchanged + rejected. */
export interface IngestResult {
  received: number;
  inserted: number;
  updated: number;
  unchanged: number;
  rejected: number;
  /** The first 100 rejections, by position in the stream. */
  errors: RefusedRow[];
  /** Rejection code to count. */
  reasons: Record<string, number>;
  /** Closed business days that the rows changed, ascending. */
  staleDates: string[];
}

/** Is told after a commit that changed something; returns at once. Acts of people give no extents: no device sent. */
export type TellStored = (
  industry: Industry,
  stored: { readonly extents: readonly UnitExtent[]; readonly changed: readonly ChangedDay[] },
) => void;

interface IngestDependencies {
  readonly context: DataContext;
  /**
   * Told once, after the last commit, which closed days changed, so that their rebuild starts at once. Also when the
   * stream broke off.
   */
  readonly onStaleDays: (industry: Industry, dates: readonly string[]) => Promise<void>;
  /** Absent: nobody is told. */
  readonly onStored?: TellStored;
}

export type RowGroups = AsyncIterable<readonly SentRow[]> | Iterable<readonly SentRow[]>;

export const emptyResult = (): IngestResult => ({
  received: 0,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  errors: [],
  reasons: {},
  staleDates: [],
});

/**
 * The one way in for readings: HTTP, CSV, MQTT, released quarantine rows and archives all end here. Idempotent by the
 * natural key (unit, instant): the same rows again change nothing. Returns after the last commit. Rows come as groups
 * of any size; while the rows of one transaction are being stored the next are parsed, and no further ones are asked
 * for, so a fast sender is slowed to the database's pace. A failing database or a broken stream rejects, after the
 * transaction under way has settled; what was committed stays (`onProgress` was told of it), and sending again is safe.
 */
export async function ingestReadings(
  dependencies: IngestDependencies,
  industry: Industry,
  groups: RowGroups,
  source: ReadingSource,
  onProgress: (result: Readonly<IngestResult>) => void = () => {},
): Promise<IngestResult> {
  const { database, clock } = dependencies.context;
  const clockReader = createClockReader(industry.clock);
  const result = emptyResult();
  const sealed = await sealedDays(database, industry.industryKey);
  let received = 0;
  let gathering = new SentRowsBuilder(industry, clockReader, sealed);
  let storing: Promise<void> = Promise.resolve();

  let presence: StoreOptions['presence'] = 'not known';
  const store = async (sent: SentRows): Promise<void> => {
    const now = clock.now();
    const stored = await storeSurely(database, sent, {
      industry,
      source,
      closedBefore: closedBefore(clockReader, now),
      receivedAt: new Date(now),
      presence,
    });
    // History that is sent for the first time goes on being new, however old it is.
    presence = sent.order.length > 0 && stored.inserted === sent.order.length ? 'none stored' : 'not known';
    if (stored.inserted + stored.updated > 0)
      dependencies.onStored?.(industry, { extents: stored.extents, changed: stored.changed });
    addOutcome(result, sent, stored);
    onProgress(result);
  };
  const submit = async (): Promise<void> => {
    const sent = gathering.finish();
    gathering = new SentRowsBuilder(industry, clockReader, sealed);
    await storing;
    storing = store(sent);
    // Awaited before the next transaction and at the end; until then a failure must not count as unhandled.
    storing.catch(() => {});
  };

  try {
    for await (const group of groups) {
      const now = clock.now();
      for (const row of group) {
        gathering.add(row, received, now);
        received += 1;
        if (gathering.isFull) await submit();
      }
    }
    if (!gathering.isEmpty) await submit();
    await storing;
  } finally {
    await storing.catch(() => {});
    if (result.staleDates.length > 0) await dependencies.onStaleDays(industry, result.staleDates);
  }
  return result;
}

function addOutcome(result: IngestResult, sent: SentRows, stored: StoredRows): void {
  const taken = sent.order.length + sent.repeatedUnchanged + sent.repeatedChanged;
  const updated = stored.updated + stored.corrections;
  result.received += taken + sent.refused.count;
  result.inserted += stored.inserted;
  result.updated += updated;
  result.unchanged += taken - stored.inserted - updated;
  result.rejected += sent.refused.count;
  result.staleDates = [...new Set([...result.staleDates, ...stored.staleDates])].sort();
  for (const [code, count] of Object.entries(sent.refused.reasons))
    result.reasons[code] = (result.reasons[code] ?? 0) + count;
  result.errors.push(...sent.refused.first.slice(0, MAX_REFUSED_NAMED - result.errors.length));
}
