import type { Language } from '../../kernel/language.ts';
import { SEVERITIES, type Severity } from '../../kernel/severity.ts';
import type { Querier, RowOf } from '../../platform/database/database.ts';

interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Keys of a browser, by which messages are sealed. */
interface SealingKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** The keys of the installation; null: none were made yet. */
export const storedPushKeys = (db: Querier): Promise<PushKeys | null> => db.maybeOne<PushKeys>('browsers.key', {});

/** Keeps the keys unless others are kept already. */
export const storePushKeys = async (db: Querier, keys: PushKeys, at: Date): Promise<void> => {
  await db.many('browsers.make_key', { ...keys, at });
};

/** A browser that shows alerts. */
export interface StoredBrowser {
  readonly browserId: string;
  readonly endpoint: string;
  readonly browserName: string;
  readonly leastSeverity: Severity;
  readonly addedAt: Date;
}

export const browsersOfUser = async (db: Querier, userKey: number): Promise<StoredBrowser[]> =>
  (await db.many<RowOf<StoredBrowser, 'addedAt'>>('browsers.of_user', { userKey })).map((row) => ({
    ...row,
    addedAt: new Date(row.addedAt),
  }));

/** A browser as it offers itself. */
export interface NewBrowser extends Pick<StoredBrowser, 'endpoint' | 'browserName' | 'leastSeverity'>, SealingKeys {}

/** Adds a browser, and keeps the newest so many. Returns its id. */
export async function addBrowser(
  transaction: Querier,
  userKey: number,
  browser: NewBrowser,
  { at, most }: { readonly at: Date; readonly most: number },
): Promise<string> {
  const { browserId } = await transaction.one<{ browserId: string }>('browsers.add', { ...browser, userKey, at });
  await transaction.many('browsers.keep_newest', { userKey, most });
  return browserId;
}

/** false: the person has no such browser. */
export const removeBrowser = async (db: Querier, userKey: number, browserId: string): Promise<boolean> =>
  (await db.maybeOne('browsers.remove', { userKey, browserId })) !== null;

/** Ids of browsers whose people want to know of incidents of this severity. */
export const browsersToTell = async (db: Querier, industryKey: number, severity: Severity): Promise<string[]> =>
  (await db.many<{ browserId: string }>('browsers.to_tell', { industryKey, severity, severities: SEVERITIES })).map(
    ({ browserId }) => browserId,
  );

/** A browser as messages reach it now: the address that the channel takes. */
interface ReachedBrowser extends PushKeys, SealingKeys, Pick<StoredBrowser, 'browserId' | 'endpoint'> {
  readonly readerLanguage: Language;
}

/** Browsers of people who may be told now, by id. */
export const reachedBrowsers = async (
  db: Querier,
  industryKey: number,
  browserIds: readonly string[],
): Promise<ReadonlyMap<string, ReachedBrowser>> =>
  new Map(
    (await db.many<ReachedBrowser>('browsers.addresses', { industryKey, browserIds })).map((one) => [
      one.browserId,
      one,
    ]),
  );

export const forgetBrowsers = async (
  db: Querier,
  industryKey: number,
  browserIds: readonly string[],
): Promise<void> => {
  await db.many('browsers.forget', { industryKey, browserIds });
};
