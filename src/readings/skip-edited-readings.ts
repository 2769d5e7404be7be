import type { Querier } from '../platform/database/database.ts';
import { decidedInstants } from './store/reading-edits.ts';
import { readingColumns } from './store/readings.ts';
import type { SentRows } from './sent-rows.ts';
import { boundsOf } from './sorted-readings.ts';

interface Undecided {
  readonly sent: SentRows;
  /** Indices of decided readings, in order of arrival. They do not count. */
  readonly decided: ReadonlySet<number>;
}

/**
 * The sent rows without readings that a person has decided about. The transaction must hold the industry's placement,
 * so that nobody decides meanwhile.
 */
export async function skipEditedReadings(db: Querier, industryKey: number, sent: SentRows): Promise<Undecided> {
  const { placed, extents } = sent;
  const found = await decidedInstants(db, industryKey, {
    unitKeys: extents.map(({ oldest }) => oldest.unitKey),
    fromEpochMs: Math.min(...extents.map(({ oldest }) => oldest.createdOnEpochMs)),
    toEpochMs: Math.max(...extents.map(({ newest }) => newest.createdOnEpochMs)),
  });
  if (found.length === 0) return { sent, decided: new Set() };
  const held = new Set(found.map(({ unitKey, createdOnEpochMs }) => `${unitKey} ${createdOnEpochMs}`));
  const keyOf = (index: number): string => `${placed.unitKey(index)} ${placed.createdOn(index)}`;
  const decided = new Set<number>();
  const last = new Map<string, number>();
  let correctedInVain = 0;
  for (let index = 0; index < placed.count; index += 1) {
    const key = keyOf(index);
    if (!held.has(key)) continue;
    const before = last.get(key);
    if (before !== undefined && !placed.sayTheSame(before, index, sent.isPartial)) correctedInVain += 1;
    last.set(key, index);
    decided.add(index);
  }
  const order = sent.order.filter((index) => !decided.has(index));
  return {
    decided,
    sent: {
      ...sent,
      order,
      ...boundsOf(placed, order),
      columns: readingColumns(placed, order),
      repeatedChanged: sent.repeatedChanged - correctedInVain,
      repeatedUnchanged: sent.repeatedUnchanged + correctedInVain,
    },
  };
}
