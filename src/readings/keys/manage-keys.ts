import type { DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import {
  deviceKeyText,
  hashOfSecret,
  isKeyId,
  keyStateOf,
  newDeviceKey,
} from '../../platform/login/rules/device-key.ts';
import { readKeyWish, readOverlap } from '../rules/keys/read-key-body.ts';
import { invalid, ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import type { JsonValue } from '../../kernel/json.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { readSource } from '../sources/manage-sources.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import {
  countKeysToAdd,
  type DeviceKey,
  expireKey,
  findKey,
  holdKey,
  insertKey,
  listKeys,
  revokeKey,
} from '../../platform/login/store/device-keys.ts';

export type { DeviceKey } from '../../platform/login/store/device-keys.ts';

/** A new key with its secret, which is shown once. */
export interface IssuedKey {
  readonly key: DeviceKey;
  /** Key id and secret in one text. Nobody keeps it. */
  readonly text: string;
}

/** A new key in place of an old one, which stays in force until its overlap ends. */
export type RotatedKey = IssuedKey & { readonly old: DeviceKey & { readonly expiresAt: EpochMillis } };

/** Spec gap: number of keys in force that one industry may have. */
const MOST_KEYS = 1000;

const unknownKey = (keyId: string): ServiceError =>
  new ServiceError(404, `Invalid keyId ${keyId.slice(0, 80)} or you do not have permission to access this device key.`);

/** Fields of a key for the audit: all but its counts. */
const told = ({
  name,
  unitIds,
  sourceId,
  expiresAt,
  revokedAt,
  rotatedFrom,
}: DeviceKey): Readonly<Record<string, JsonValue>> => ({
  name,
  units: unitIds,
  ...(sourceId === null ? {} : { source: sourceId }),
  expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  revokedAt: revokedAt === null ? null : new Date(revokedAt).toISOString(),
  rotatedFrom,
});

/** Keys of the industry, the newest first. Ended keys are listed, too. */
export const listDeviceKeys = ({ database }: DataContext, { industryKey }: Industry): Promise<DeviceKey[]> =>
  listKeys(database, industryKey);

/** @throws ServiceError 404 for an id that is no key of the industry. */
export const findDeviceKey = ({ database }: DataContext, industry: Industry, keyId: string): Promise<DeviceKey> =>
  requireKey(findKey, database, industry, keyId);

/**
 * @throws ServiceError 1430 with every mistake of the body, or when the industry has too many keys; 404 for a source
 * that is not the industry's.
 */
export async function issueDeviceKey(
  { database, clock }: DataContext,
  industry: Industry,
  body: unknown,
  actor: Actor,
): Promise<IssuedKey> {
  const now = clock.now();
  const wish = readKeyWish(body, industry, now);
  return database.transaction(async (transaction) => {
    if (wish.sourceId !== null) await readSource({ database: transaction }, industry, wish.sourceId);
    const issued = await issue(transaction, industry, { ...wish, rotatedFrom: null }, actor, now);
    const { keyId } = issued.key;
    await writeAudit(transaction, {
      at: now,
      actor,
      industryKey: industry.industryKey,
      verb: 'key.create',
      subject: keyId,
      before: null,
      after: told(issued.key),
    });
    return issued;
  });
}

/**
 * Issues another key with the same name, units and length of life. The old key stays in force for the overlap.
 * @throws ServiceError 404 as findDeviceKey; 1430 for a mistake of the body, or a key that has ended or was rotated
 * before.
 */
export async function rotateDeviceKey(
  { database, clock }: DataContext,
  industry: Industry,
  keyId: string,
  body: unknown,
  actor: Actor,
): Promise<RotatedKey> {
  const overlap = readOverlap(body);
  return database.transaction(async (transaction) => {
    const now = clock.now();
    const before = await requireKey(holdKey, transaction, industry, keyId);
    const state = keyStateOf(before, now);
    if (state !== 'active') throw invalid(1430, 'keyId', `device key ${keyId} is ${state}, create another one`);
    if (before.rotatedTo !== null)
      throw invalid(1430, 'keyId', `device key ${keyId} was rotated before, its successor is ${before.rotatedTo}`);
    const life = before.expiresAt === null ? null : before.expiresAt - before.createdAt.getTime();
    const { name, unitIds, sourceId } = before;
    const wish = { name, unitIds, sourceId, rotatedFrom: keyId, expiresAt: life === null ? null : now + life };
    const issued = await issue(transaction, industry, wish, actor, now);
    const expiresAt = Math.min(before.expiresAt ?? Infinity, now + overlap);
    await expireKey(transaction, industry.industryKey, keyId, expiresAt);
    const old = { ...(await requireKey(findKey, transaction, industry, keyId)), expiresAt };
    await writeAudit(transaction, {
      at: now,
      actor,
      industryKey: industry.industryKey,
      verb: 'key.rotate',
      subject: keyId,
      before: told(before),
      after: { ...told(old), successor: issued.key.keyId },
    });
    return { ...issued, old };
  });
}

/**
 * Ends a key for good. A second call changes nothing.
 * @throws ServiceError 404 as findDeviceKey.
 */
export const revokeDeviceKey = (
  { database, clock }: DataContext,
  industry: Industry,
  keyId: string,
  actor: Actor,
): Promise<DeviceKey> =>
  database.transaction(async (transaction) => {
    const now = clock.now();
    const before = await requireKey(holdKey, transaction, industry, keyId);
    if (before.revokedAt !== null) return before;
    await revokeKey(transaction, industry.industryKey, keyId, now);
    const after = await requireKey(findKey, transaction, industry, keyId);
    await writeAudit(transaction, {
      at: now,
      actor,
      industryKey: industry.industryKey,
      verb: 'key.revoke',
      subject: keyId,
      before: told(before),
      after: told(after),
    });
    return after;
  });

async function requireKey(
  find: typeof findKey,
  db: Querier,
  { industryKey }: Industry,
  keyId: string,
): Promise<DeviceKey> {
  const key = isKeyId(keyId) ? await find(db, industryKey, keyId) : null;
  if (key === null) throw unknownKey(keyId);
  return key;
}

async function issue(
  db: Querier,
  industry: Industry,
  wish: Pick<DeviceKey, 'name' | 'unitIds' | 'sourceId' | 'rotatedFrom' | 'expiresAt'>,
  { userId }: Actor,
  now: EpochMillis,
): Promise<IssuedKey> {
  if ((await countKeysToAdd(db, industry.industryKey, now)) >= MOST_KEYS) {
    const problem = `is one key too many, allowed are ${MOST_KEYS} in force of an industry; revoke another before`;
    throw invalid(1430, 'body', problem);
  }
  const fresh = newDeviceKey();
  await insertKey(
    db,
    industry.industryKey,
    { ...wish, keyId: fresh.keyId, secretHash: hashOfSecret(fresh.secret), createdBy: userId },
    now,
  );
  return { key: await requireKey(findKey, db, industry, fresh.keyId), text: deviceKeyText(fresh) };
}
