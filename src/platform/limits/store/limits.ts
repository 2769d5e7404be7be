import type { Querier } from '../../database/database.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

/** A number of uses in a number of seconds. */
interface Allowance {
  readonly uses: number;
  readonly seconds: number;
}

/**
 * Counts one use of the key against every allowance, or against none when one is used up. null: granted; otherwise the
 * time at which all of them will have room again. One key always has the same number of allowances.
 */
export async function countUse(
  db: Querier,
  keyHash: Buffer,
  allowances: readonly Allowance[],
  at: EpochMillis,
): Promise<EpochMillis | null> {
  const row = await db.one<{ refusedUntil: EpochMillis | null }>('limits.take', {
    keyHash,
    uses: allowances.map(({ uses }) => uses),
    seconds: allowances.map(({ seconds }) => seconds),
    at: new Date(at),
  });
  return row.refusedUntil;
}

/** Drops counts whose windows have all ended, and networks that are known no longer; upkeep. */
export async function forgetEndedLimits(db: Querier, at: EpochMillis): Promise<void> {
  await db.many('limits.forget_ended', { at: new Date(at) });
  await db.many('limits.forget_networks', { at: new Date(at) });
}

/** Takes one use back that was counted in vain. */
export async function giveBackUse(db: Querier, keyHash: Buffer, at: EpochMillis): Promise<void> {
  await db.many('limits.give_back', { keyHash, at: new Date(at) });
}

/** Keeps until then that a network is known, also over a crash of the database. */
export async function keepNetwork(db: Querier, keyHash: Buffer, until: EpochMillis): Promise<void> {
  await db.many('limits.keep_network', { keyHash, until: new Date(until) });
}

/** @param keyHashes of the one network, by each key that may have kept it. */
export const isNetworkKnown = async (db: Querier, keyHashes: readonly Buffer[], at: EpochMillis): Promise<boolean> =>
  (await db.one<{ known: boolean }>('limits.is_network_known', { keyHashes, at: new Date(at) })).known;
