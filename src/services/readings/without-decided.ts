import type { Querier } from '../../database/database.ts';
import { decidedInstants } from '../../store/reading-edits.ts';
import { readingColumns } from '../../store/readings.ts';
import type { SentRows } from './sent-rows.ts';
import { boundsOf } from './sorted-readings.ts';

/**
 * What counts of sent rows: readings that a person has decided about do not. Within a transaction that holds the
 * industry's placement, because people decide with nobody storing meanwhile.
 */
export async function withoutDecided(db: Querier, industryKey: number, sent: SentRows): Promise<SentRows> {
  const { placed, extents } = sent;
  const decided = await decidedInstants(db, industryKey, {
    unitKeys: extents.map(({ oldest }) => oldest.unitKey),
    fromEpochMs: Math.min(...extents.map(({ oldest }) => oldest.createdOnEpochMs)),
    toEpochMs: Math.max(...extents.map(({ newest }) => newest.createdOnEpochMs)),
  });
  if (decided.length === 0) return sent;
  const held = new Set(decided.map(({ unitKey, createdOnEpochMs }) => `${unitKey} ${createdOnEpochMs}`));
  const order = sent.order.filter((index) => !held.has(`${placed.unitKey(index)} ${placed.createdOn(index)}`));
  return { ...sent, order, ...boundsOf(placed, order), columns: readingColumns(placed, order) };
}
