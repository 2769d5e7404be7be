import type { Context } from '../../context.ts';
import { industryChannel } from './rules/web-event.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import { onceASecond } from '../limits/once-a-second.ts';
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

/**
 * Tells an industry's pages that readings are stored, once a second at most: later news of the second share one event.
 * The event is not stored, because a page that comes back reads its figures anyway. Senders of readings never wait for
 * it.
 */
export function createReadingTeller({ database, log }: Pick<Context, 'database' | 'log'>): TellReadings {
  const gather = onceASecond<News>((industryId, { unitKeys, newest }) => {
    const payload = { units: unitKeys.size, newest: new Date(newest).toISOString() };
    broadcastWebEvent(database, { channel: industryChannel(industryId), name: 'reading', payload }).catch(
      (error: unknown) => log.warn({ industry: industryId, error: reasonOf(error) }, 'pages were not told of readings'),
    );
  });

  return (industryId, stored) =>
    gather(industryId, (news = { unitKeys: new Set(), newest: Number.NEGATIVE_INFINITY }) => {
      for (const { unitKey, createdOnEpochMs } of stored) {
        news.unitKeys.add(unitKey);
        news.newest = Math.max(news.newest, createdOnEpochMs);
      }
      return news;
    });
}
