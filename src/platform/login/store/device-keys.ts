import { asColumns } from '../../database/named-query.ts';
import { dateOrNull, type Querier, type RowOf } from '../../database/database.ts';
import type { KeyStanding, KeyTerm } from '../rules/device-key.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

/** A stored key, as the request check reads it. */
export interface StoredKey extends KeyStanding {
  readonly keyId: string;
  readonly secretHash: Buffer;
  /** null: all units of the industry. */
  readonly unitIds: readonly string[] | null;
  /** null: the key is of no source. */
  readonly sourceKey: number | null;
  readonly industryId: string;
  /** Moves with every change of the industry. */
  readonly industryVersion: string;
}

/** Keys by key id; an unknown key is absent. */
export async function findKeys(db: Querier, keyIds: readonly string[]): Promise<ReadonlyMap<string, StoredKey>> {
  const keys = await db.many<StoredKey>('device-keys.standings', { keyIds });
  return new Map(keys.map((key) => [key.keyId, key]));
}

/** A key as people see it: everything but the secret. */
export interface DeviceKey extends KeyTerm {
  readonly keyId: string;
  readonly name: string;
  /** null: all units of the industry. */
  readonly unitIds: readonly string[] | null;
  /** The source for whose units alone it sends; null: of none. */
  readonly sourceId: string | null;
  readonly sourceName: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly rotatedFrom: string | null;
  /** The key that takes its place. */
  readonly rotatedTo: string | null;
  /** null: never used. */
  readonly lastUsedAt: Date | null;
  readonly rowsAccepted: number;
  readonly rowsRefused: number;
  /** Rejection code to count. */
  readonly refusals: Readonly<Record<string, number>>;
}

/** Newest first. @param keyId null: all keys of the industry. */
async function readKeys(db: Querier, industryKey: number, keyId: string | null): Promise<DeviceKey[]> {
  const rows = await db.many<RowOf<DeviceKey, 'createdAt' | 'lastUsedAt'>>('device-keys.list', { industryKey, keyId });
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    lastUsedAt: dateOrNull(row.lastUsedAt),
  }));
}

export const listKeys = (db: Querier, industryKey: number): Promise<DeviceKey[]> => readKeys(db, industryKey, null);

/** null when the industry has no such key. */
export const findKey = async (db: Querier, industryKey: number, keyId: string): Promise<DeviceKey | null> =>
  (await readKeys(db, industryKey, keyId))[0] ?? null;

/** Locks a key against other changes until the transaction ends. */
export async function holdKey(db: Querier, industryKey: number, keyId: string): Promise<DeviceKey | null> {
  await db.many('device-keys.hold', { industryKey, keyId });
  return findKey(db, industryKey, keyId);
}

/** Number of the industry's keys in force. Nobody else adds one until the transaction ends. */
export async function countKeysToAdd(db: Querier, industryKey: number, now: EpochMillis): Promise<number> {
  await db.many('device-keys.hold_industry', { industryKey });
  return (await db.one<{ active: number }>('device-keys.count_active', { industryKey, now: new Date(now) })).active;
}

type Given = 'keyId' | 'name' | 'unitIds' | 'sourceId' | 'createdBy' | 'rotatedFrom' | 'expiresAt';
interface NewKey extends Pick<DeviceKey, Given> {
  readonly secretHash: Buffer;
}

export async function insertKey(db: Querier, industryKey: number, key: NewKey, now: EpochMillis): Promise<void> {
  await db.many('device-keys.insert', {
    ...key,
    industryKey,
    now: new Date(now),
    expiresAt: key.expiresAt === null ? null : new Date(key.expiresAt),
  });
}

/** The key ends then, or when it would have ended anyway. */
export async function expireKey(db: Querier, industryKey: number, keyId: string, at: EpochMillis): Promise<void> {
  await db.many('device-keys.expire', { industryKey, keyId, at: new Date(at) });
}

export async function revokeKey(db: Querier, industryKey: number, keyId: string, now: EpochMillis): Promise<void> {
  await db.many('device-keys.revoke', { industryKey, keyId, now: new Date(now) });
}

/** The use of a key since it was written last. */
interface KeyUse {
  readonly keyId: string;
  readonly lastUsedAt: EpochMillis;
  readonly rowsAccepted: number;
  readonly rowsRefused: number;
  readonly refusals: Readonly<Record<string, number>>;
}

export async function addKeyUses(db: Querier, uses: readonly KeyUse[]): Promise<void> {
  await db.many('device-keys.add_uses', {
    uses: JSON.stringify(uses.map((use) => asColumns({ ...use, lastUsedAt: new Date(use.lastUsedAt).toISOString() }))),
  });
}
