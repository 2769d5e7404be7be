/*
 * Runs in the browser, beside the pages. It keeps the pages that the service marks as kept, as this login saw them
 * last, and shows them where the network does not answer. An answer of the network is always shown instead. What was
 * kept goes with the login: at the logout, at the next login, and as soon as a page is another login's.
 *
 * It also shows push messages. They end at the logout, and as soon as a page is another person's.
 */

const worker = self as unknown as ServiceWorkerGlobalScope; // the types of workers name no kind of worker
const PAGES = 'last-seen';
const FILES = 'files';
/** Who was here last, by the mark of the page, so that push messages of one person are not shown to another. */
const PERSON = 'person';
const OFFLINE = '/app/offline';
const LOGIN = '/app/login';
/** Forms by which one login ends or another begins. */
const LOGOUT = '/app/logout';
const CHANGES: ReadonlySet<string> = new Set([LOGIN, LOGOUT]);
/** The application opens here, and the service leads on. Offline it leads to the day. */
const [START, FIRST] = ['/app', '/app/today'];
const MOST_PAGES = 30;
const MOST_FILES = 150;
/** A page that was seen longer ago misleads. */
const LONGEST_MILLISECONDS = 7 * 24 * 3_600_000;
/** Stands in a page whose content failed after its frame was sent. */
const FAILED = '<!--failed-->';
/** The sentence that tells when the page was seen. The service writes it, hidden. */
const HIDDEN_SENTENCE = /(<p\s+id="last-seen"[^>]*?)\s+hidden/;

/** Rises whenever a login ends or begins. A page that was asked for before is not kept. */
let visit = 0;
let turn: Promise<unknown> = Promise.resolve();
/** One thing at a time, because a page must not be kept while pages are being removed. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = turn.then(work);
  turn = result.catch(() => {});
  return result;
}

function forget(): Promise<unknown> {
  visit += 1;
  return inTurn(() => caches.delete(PAGES));
}

/** Takes the browser's subscription back. The push service then refuses its messages, and the service forgets it. */
async function endPush(): Promise<void> {
  await (await worker.registration.pushManager?.getSubscription())?.unsubscribe();
}

/** Ends the messages of a person as soon as a page is somebody else's. */
async function meet(person: string): Promise<void> {
  const store = await caches.open(PERSON);
  const known = await (await store.match(START))?.text();
  if (known === person) return;
  if (known !== undefined) await endPush();
  await store.put(START, new Response(person));
}

const loginOf = (page: Response | undefined): string | null => page?.headers.get('page-login') ?? null;

/** Removes what stands first, the oldest, because a cache keeps the order in which things came. */
async function keepNewest(cache: Cache, most: number): Promise<void> {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key);
}

/** Style and letters that the page names, because the first page was opened before this worker ran. */
async function keepFilesOf(text: string): Promise<void> {
  const files = await caches.open(FILES);
  for (const [path] of text.matchAll(/\/app\/assets\/[\w./-]+/g))
    if ((await files.match(path)) === undefined) await files.add(path);
}

async function keep(address: string, page: Response, asked: number): Promise<void> {
  const login = loginOf(page);
  if (login === null) return;
  await inTurn(() => meet(page.headers.get('page-person') ?? ''));
  const text = await page.text();
  await inTurn(async () => {
    if (asked !== visit) return;
    const [known] = await (await caches.open(PAGES)).matchAll();
    if (known !== undefined && loginOf(known) !== login) await caches.delete(PAGES);
    if (page.headers.get('page-kept') === null || text.includes(FAILED)) return;
    const pages = await caches.open(PAGES);
    const headers = new Headers(page.headers);
    // The text is neither packed nor of any other length than its own, and it is looked up by its address alone.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'vary']) headers.delete(name);
    await pages.put(address, new Response(text, { headers }));
    await keepNewest(pages, MOST_PAGES);
  });
  if (page.headers.get('page-kept') !== null) await keepFilesOf(text);
}

async function offlinePage(): Promise<Response> {
  return (await (await caches.open(FILES)).match(OFFLINE)) ?? Response.error();
}

async function lastSeen(url: URL): Promise<Response> {
  const address = url.pathname === START ? new URL(FIRST, url).href : url.href;
  const page = await inTurn(async () => (await caches.open(PAGES)).match(address));
  const isFresh = Date.now() - Date.parse(page?.headers.get('date') ?? '') < LONGEST_MILLISECONDS;
  if (page === undefined || !isFresh) return offlinePage();
  const text = (await page.text()).replace(HIDDEN_SENTENCE, '$1');
  return new Response(text, { headers: page.headers });
}

async function answerPage(event: FetchEvent, url: URL): Promise<Response> {
  const { request } = event;
  const endsVisit = request.method === 'POST' && CHANGES.has(url.pathname);
  if (endsVisit) await forget();
  if (endsVisit && url.pathname === LOGOUT) await endPush().catch(() => {});
  const asked = visit;
  let answer: Response;
  try {
    answer = await fetch(request);
  } catch (error) {
    if (request.mode !== 'navigate') throw error;
    return request.method === 'GET' ? lastSeen(url) : offlinePage();
  }
  // A page that leads to the login was nobody's any more.
  const isLogin = url.pathname === LOGIN || new URL(answer.url || url).pathname === LOGIN;
  if (endsVisit || isLogin) await forget();
  else if (request.method === 'GET' && answer.status === 200) event.waitUntil(keep(url.href, answer.clone(), asked));
  return answer;
}

/** A file whose address changes with its content. */
async function answerFile(request: Request): Promise<Response> {
  const files = await caches.open(FILES);
  const known = await files.match(request, { ignoreVary: true });
  if (known !== undefined) return known;
  const answer = await fetch(request);
  if (answer.ok) {
    await files.put(request, answer.clone());
    await keepNewest(files, MOST_FILES);
  }
  return answer;
}

worker.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      await caches.delete(FILES);
      const page = await fetch(OFFLINE);
      const files = await caches.open(FILES);
      await files.put(OFFLINE, page.clone());
      await keepFilesOf(await page.text());
      await worker.skipWaiting();
    })(),
  );
});
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

/** Content of a push message. */
interface Told {
  readonly title?: string;
  readonly body?: string;
  readonly tag?: string;
  readonly lang?: string;
  readonly alertId?: string;
}

worker.addEventListener('push', (event) => {
  const { title = '', body = '', tag, lang, alertId } = (event.data?.json() ?? {}) as Told; // sealed by the service
  const options = {
    body,
    data: { alertId },
    ...(tag === undefined ? {} : { tag }),
    ...(lang === undefined ? {} : { lang }),
  };
  event.waitUntil(worker.registration.showNotification(title, options));
});

worker.addEventListener('notificationclick', (event) => {
  const { alertId } = event.notification.data as Told; // as it was shown above
  event.notification.close();
  const path = alertId === undefined ? '/app/alerts' : `/app/alerts/incident?id=${encodeURIComponent(alertId)}`;
  event.waitUntil(worker.clients.openWindow(path));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  url.hash = '';
  if (url.origin !== location.origin || url.pathname.startsWith('/app/api/')) return;
  if (url.pathname.startsWith('/app/assets/')) return event.respondWith(answerFile(request));
  // A page that is open asks for itself, too.
  const isPage = request.mode === 'navigate' || request.headers.get('accept') === 'text/html';
  if (isPage) event.respondWith(answerPage(event, url));
});
