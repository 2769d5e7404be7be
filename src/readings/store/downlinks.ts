import type { EpochMillis } from '../../kernel/time/types.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Downlink } from '../rules/sources/downlink.ts';
import type { SourceFormat } from '../rules/sources/source.ts';

/** Notes a downlink for each device of a unit that takes one. Returns their ids. */
export const addDownlinks = async (
  db: Querier,
  unit: { readonly industryKey: number; readonly unitId: string },
  now: EpochMillis,
): Promise<string[]> =>
  (
    await db.many<{ downlinkId: string }>('downlinks.queue', {
      industryKey: unit.industryKey,
      unitId: unit.unitId,
      at: new Date(now),
    })
  ).map(({ downlinkId }) => downlinkId);

/** Which downlink of which industry. */
export interface OfDownlink {
  readonly industryKey: number;
  readonly downlinkId: string;
}

interface TakenDownlink {
  readonly deviceId: string;
  /** null: its network is not known any more. */
  readonly commandTopic: string | null;
  readonly format: SourceFormat;
  /** null: its source declares none any more. */
  readonly downlink: Downlink | null;
}

/** null: it was taken before, or another one has its place. */
export const takeDownlink = (db: Querier, of: OfDownlink, now: EpochMillis): Promise<TakenDownlink | null> =>
  db.maybeOne<TakenDownlink>('downlinks.take', { ...of, at: new Date(now) });

/** Downlinks of any industry that have gone no further since before an instant. */
export const leftDownlinks = (db: Querier, before: EpochMillis, most: number): Promise<OfDownlink[]> =>
  db.many<OfDownlink>('downlinks.left', { before: new Date(before), most });

/** @param problem null: the broker has taken it */
export async function finishDownlink(
  db: Querier,
  of: OfDownlink,
  problem: string | null,
  now: EpochMillis,
): Promise<void> {
  await db.many('downlinks.finish', {
    ...of,
    state: problem === null ? 'sent' : 'failed',
    problem,
    at: new Date(now),
  });
}
