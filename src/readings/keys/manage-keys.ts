import type { DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/login/rules/actor.ts';
import {
  deviceKeyText,
  hashOfSecret,
  isKeyId,
  keyStateOf,
  newDeviceKey,
} from '../../platform/login/rules/device-key.ts';
import { readKeyWish, readOverlap } from '../rules/keys/read-key-body.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import type { JsonValue } from '../../kernel/json.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
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

/** A key as it is shown once. */
export interface IssuedKey {
  readonly key: DeviceKey;
  /** The whole key with its secret: kept by nobody. */
  readonly text: string;
}

/** What operators do with keys of an industry. */
export interface KeyManagement {
  /** Newest first, those that ended among them. */
  list(industry: Industry): Promise<DeviceKey[]>;
  /** @throws ServiceError 404 for an id of which the industry has no key. */
  find(industry: Industry, keyId: string): Promise<DeviceKey>;
  /** @throws ServiceError 1430 with every mistake of the body, or when the industry has too many keys. */
  create(industry: Industry, body: unknown, actor: Actor): Promise<IssuedKey>;
  /**
   * Another key of the same name, units and length of life. The old one goes on for the overlap.
   * @throws ServiceError 404 as find, 1430 for a mistake of the body, a key that has ended, or was rotated before.
   */
  rotate(
    industry: Industry,
    keyId: string,
    body: unknown,
    actor: Actor,
  ): Promise<IssuedKey & { readonly old: DeviceKey & { readonly expiresAt: EpochMillis } }>;
  /** Ends a key for good; again changes nothing. @throws ServiceError 404 as find. */
  revoke(industry: Industry, keyId: string, actor: Actor): Promise<DeviceKey>;
}

/** Spec gap: keys in force of one industry. */
const MOST_KEYS = 1000;

const unknownKey = (keyId: string): ServiceError =>
  new ServiceError(404, `Invalid keyId ${keyId.slice(0, 80)} or you do not have permission to access this device key.`);

const refusedKey = (problem: string): ServiceError =>
  new ServiceError(1430, `Invalid 'keyId': ${problem}`, [{ field: 'keyId', problem }]);

/** Of the audit: everything but what is counted. */
const told = ({
  name,
  unitIds,
  expiresAt,
  revokedAt,
  rotatedFrom,
}: DeviceKey): Readonly<Record<string, JsonValue>> => ({
  name,
  units: unitIds,
  expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  revokedAt: revokedAt === null ? null : new Date(revokedAt).toISOString(),
  rotatedFrom,
});

export function createKeyManagement({ database, clock }: DataContext): KeyManagement {
  const held = async (db: Querier, { industryKey }: Industry, keyId: string): Promise<DeviceKey> => {
    const key = isKeyId(keyId) ? await holdKey(db, industryKey, keyId) : null;
    if (key === null) throw unknownKey(keyId);
    return key;
  };
  const again = async (db: Querier, { industryKey }: Industry, keyId: string): Promise<DeviceKey> => {
    const key = await findKey(db, industryKey, keyId);
    if (key === null) throw unknownKey(keyId);
    return key;
  };
  async function issue(
    db: Querier,
    industry: Industry,
    wish: Pick<DeviceKey, 'name' | 'unitIds' | 'rotatedFrom' | 'expiresAt'>,
    { userId }: Actor,
    now: EpochMillis,
  ): Promise<IssuedKey> {
    if ((await countKeysToAdd(db, industry.industryKey, now)) >= MOST_KEYS) {
      const problem = `is one key too many, allowed are ${MOST_KEYS} in force of an industry; revoke another before`;
      throw new ServiceError(1430, `Invalid 'body': ${problem}`, [{ field: 'body', problem }]);
    }
    const fresh = newDeviceKey();
    await insertKey(
      db,
      industry.industryKey,
      { ...wish, keyId: fresh.keyId, secretHash: hashOfSecret(fresh.secret), createdBy: userId },
      now,
    );
    return { key: await again(db, industry, fresh.keyId), text: deviceKeyText(fresh) };
  }

  return {
    list: ({ industryKey }) => listKeys(database, industryKey),
    async find({ industryKey }, keyId) {
      const key = isKeyId(keyId) ? await findKey(database, industryKey, keyId) : null;
      if (key === null) throw unknownKey(keyId);
      return key;
    },
    async create(industry, body, actor) {
      const now = clock.now();
      const wish = readKeyWish(body, industry, now);
      return database.transaction(async (transaction) => {
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
    },
    async rotate(industry, keyId, body, actor) {
      const overlap = readOverlap(body);
      return database.transaction(async (transaction) => {
        const now = clock.now();
        const before = await held(transaction, industry, keyId);
        const state = keyStateOf(before, now);
        if (state !== 'active') throw refusedKey(`device key ${keyId} is ${state}, create another one`);
        if (before.rotatedTo !== null)
          throw refusedKey(`device key ${keyId} was rotated before, its successor is ${before.rotatedTo}`);
        const life = before.expiresAt === null ? null : before.expiresAt - before.createdAt.getTime();
        const { name, unitIds } = before;
        const wish = { name, unitIds, rotatedFrom: keyId, expiresAt: life === null ? null : now + life };
        const issued = await issue(transaction, industry, wish, actor, now);
        const expiresAt = Math.min(before.expiresAt ?? Infinity, now + overlap);
        await expireKey(transaction, industry.industryKey, keyId, expiresAt);
        const old = { ...(await again(transaction, industry, keyId)), expiresAt };
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
    },
    revoke: (industry, keyId, actor) =>
      database.transaction(async (transaction) => {
        const now = clock.now();
        const before = await held(transaction, industry, keyId);
        if (before.revokedAt !== null) return before;
        await revokeKey(transaction, industry.industryKey, keyId, now);
        const after = await again(transaction, industry, keyId);
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
      }),
  };
}
