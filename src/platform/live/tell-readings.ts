import type { Context } from '../../context.ts';
import { industryChannel } from './rules/web-event.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import { broadcastWebEvent } from './publish.ts';

/** Readings of a unit that one transaction has stored. */
interface StoredOfUnit {
  readonly unitKey: number;
  /** Instant of its newest reading. */
  readonly createdOnEpochMs: EpochMillis;
}

/** Call after a commit; it returns at once. */
type TellReadings = (industryId: string, stored: readonly StoredOfUnit[]) => void;

interface News {
  readonly unitKeys: Set<number>;
  newest: EpochMillis;
}

const QUIET_MILLISECONDS = 1000;

/**
 * Tells an industry's pages that readings are stored, once a second at most: later news of the second share one event.
 * The event is not stored, because a page that comes back reads its figures anyway. Senders of readings never wait for
 * it.
 */
export function createReadingTeller({ database, log }: Pick<Context, 'database' | 'log'>): TellReadings {
  const news = new Map<string, News>();
  const quiet = new Set<string>();

  function tell(industryId: string): void {
    const told = news.get(industryId);
    quiet.delete(industryId);
    if (told === undefined) return;
    news.delete(industryId);
    quiet.add(industryId);
    setTimeout(() => tell(industryId), QUIET_MILLISECONDS).unref();
    const payload = { units: told.unitKeys.size, newest: new Date(told.newest).toISOString() };
    broadcastWebEvent(database, { channel: industryChannel(industryId), name: 'reading', payload }).catch(
      (error: unknown) => log.warn({ industry: industryId, error: reasonOf(error) }, 'pages were not told of readings'),
    );
  }

  return (industryId, stored) => {
    const gathered: News = news.get(industryId) ?? { unitKeys: new Set(), newest: Number.NEGATIVE_INFINITY };
    for (const { unitKey, createdOnEpochMs } of stored) {
      gathered.unitKeys.add(unitKey);
      gathered.newest = Math.max(gathered.newest, createdOnEpochMs);
    }
    news.set(industryId, gathered);
    if (!quiet.has(industryId)) tell(industryId);
  };
}
