import { createHash } from 'node:crypto';
import type { DataContext, Reach } from '../context.ts';
import { ServiceError } from '../kernel/errors.ts';
import { isGone, newPushKeys } from '../platform/channels/browser-push.ts';
import { ChannelError } from '../platform/channels/channel.ts';
import { problemOfWebAddress } from '../platform/channels/public-address.ts';
import { isWebAddress } from '../platform/channels/settings.ts';
import type { Caller } from '../platform/login/rules/caller.ts';
import { testWords } from './rules/content/browser.ts';
import {
  addBrowser,
  browsersOfUser,
  forgetBrowsers,
  type NewBrowser,
  reachedBrowsers,
  removeBrowser,
  type StoredBrowser,
  storedPushKeys,
  storePushKeys,
} from './store/browsers.ts';
import { findIndustry } from '../platform/directory/store/industries.ts';

/** Spec gap: most browsers of a person. Every incident goes to each of them. */
const MOST_BROWSERS = 20;
const MARK_CHARACTERS = 16;

/**
 * The public key that browsers are bound to. The pair is made when somebody first asks for it, once for all processes,
 * and stands in the database: whoever reads it there reads the browsers' own keys, too.
 */
async function pushKey({ database, clock }: DataContext): Promise<string> {
  const kept = await storedPushKeys(database);
  if (kept !== null) return kept.publicKey;
  await storePushKeys(database, await newPushKeys(), new Date(clock.now()));
  return (await storedPushKeys(database))?.publicKey ?? '';
}

/** A browser as its person sees it. The address is told to nobody, because whoever has it may write to the browser. */
interface ShownBrowser extends Omit<StoredBrowser, 'endpoint'> {
  /** The beginning of the hash of the address, by which a browser finds itself. */
  readonly mark: string;
}

const shown = ({ endpoint, ...browser }: StoredBrowser): ShownBrowser => ({
  ...browser,
  mark: createHash('sha256').update(endpoint).digest('hex').slice(0, MARK_CHARACTERS),
});

/** The caller's own browsers, and the key for another one. */
export async function readBrowsers(
  context: DataContext,
  { userKey }: Pick<Caller, 'userKey'>,
): Promise<{ readonly publicKey: string; readonly browsers: readonly ShownBrowser[] }> {
  const publicKey = await pushKey(context);
  return { publicKey, browsers: (await browsersOfUser(context.database, userKey)).map(shown) };
}

function problemOfEndpoint(endpoint: string, allowPrivate: boolean): string | null {
  if (!isWebAddress(endpoint)) return 'is no address on the web';
  return allowPrivate ? null : problemOfWebAddress(new URL(endpoint));
}

/** @throws ServiceError 1430 for an address that no message would leave for */
function requirePublicEndpoint(endpoint: string, allowPrivate: boolean): void {
  const problem = problemOfEndpoint(endpoint, allowPrivate);
  if (problem === null) return;
  throw new ServiceError(1430, `Invalid 'body': 'endpoint' ${problem}`, [{ field: 'endpoint', problem }]);
}

/** Shows incidents on this browser from now on. Names are checked at the time of connection. */
export async function switchBrowserOn(
  { database, clock }: DataContext,
  { userKey }: Pick<Caller, 'userKey'>,
  browser: NewBrowser,
  allowPrivate: boolean,
): Promise<string> {
  requirePublicEndpoint(browser.endpoint, allowPrivate);
  return database.transaction((transaction) =>
    addBrowser(transaction, userKey, browser, { at: new Date(clock.now()), most: MOST_BROWSERS }),
  );
}

const noBrowser = (): ServiceError => new ServiceError(404, 'You have no such browser');

/** @throws ServiceError 404 */
export async function switchBrowserOff(
  { database }: DataContext,
  { userKey }: Pick<Caller, 'userKey'>,
  browserId: string,
): Promise<void> {
  if (!(await removeBrowser(database, userKey, browserId))) throw noBrowser();
}

/**
 * Sends a message that says what messages look like, now and not by the queue, because its person waits for it.
 * @throws ServiceError 404; 400 with what the push service said. A browser that is gone is forgotten.
 */
export async function testBrowser(
  { database, clock }: DataContext,
  { browser: channel }: Pick<Reach['channels'], 'browser'>,
  { userKey, homeIndustryId }: Pick<Caller, 'userKey' | 'homeIndustryId'>,
  browserId: string,
): Promise<void> {
  const own = (await browsersOfUser(database, userKey)).find((one) => one.browserId === browserId);
  const industry = await findIndustry(database, homeIndustryId, clock.now());
  if (own === undefined || industry === null) throw noBrowser();
  const address = (await reachedBrowsers(database, industry.industryKey, [browserId])).get(browserId);
  if (address === undefined) throw noBrowser();
  const { title, body } = testWords(industry.industryName, address.readerLanguage);
  try {
    await channel.send({ to: JSON.stringify(address), title, text: body, data: { lang: address.readerLanguage } });
  } catch (error) {
    if (isGone(error)) await forgetBrowsers(database, industry.industryKey, [browserId]);
    if (error instanceof ChannelError) throw new ServiceError(400, error.message);
    throw error;
  }
}
