/*
 * Pages that are open follow the stream of events. An element with an id and `data-live` is read anew when an event
 * comes. Without this module a page is as true as it was when it was opened.
 */
import { follower, type Freshness, type LookResult } from './following.ts';
import { renew } from './keeping.ts';

const STREAM = '/app/api/user/stream';
const LOGIN = '/app/login';
/** What the stream tells; `missed`: so much happened meanwhile that it does not tell it all. */
const EVENTS = ['reading', 'figures', 'alert', 'missed'] as const;
/** What else the reader takes for true: what the page is about, and the industry, which may be chosen elsewhere. */
const NAMES = ['h1', '.top .place'] as const;

const places = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-live]')];

/** As the service gave it. Modules and readers change what stands in the page. */
const served = new Map(places().map(({ id, innerHTML }) => [id, innerHTML]));
/** Where the login leads back here. */
let loginAddress = LOGIN;

/** Puts what the server says now in place of what stands there, where it differs; what has the focus is left alone. */
async function look(): Promise<LookResult> {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (new URL(answer.url).pathname === LOGIN) {
    loginAddress = answer.url;
    return 'over';
  }
  if (!answer.ok || answer.redirected) return 'failed';
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  document.title = fresh.title;
  for (const selector of NAMES) {
    const [name, next] = [document.querySelector(selector), fresh.querySelector(selector)];
    if (name !== null && next !== null && name.textContent !== next.textContent) name.textContent = next.textContent;
  }
  for (const place of places()) {
    const next = place.id === '' ? null : fresh.getElementById(place.id);
    const focused = place.contains(document.activeElement) && !document.activeElement?.matches('.scroll');
    if (next === null || next.innerHTML === served.get(place.id) || focused) continue;
    served.set(place.id, next.innerHTML);
    renew(place, next);
    place.dispatchEvent(new CustomEvent('anew', { bubbles: true }));
  }
  return 'read';
}

/** The line that says how far the page can be trusted; its texts stand in it, in the reader's language. */
function tell(freshness: Freshness): void {
  const line = document.getElementById('freshness');
  if (line === null || line.className === freshness) return;
  const texts = JSON.parse(line.dataset['texts'] ?? '{}') as Readonly<Record<string, string>>; // written by the page
  line.className = freshness;
  line.textContent = texts[freshness] ?? '';
  if (freshness !== 'over') return;
  const link = document.createElement('a');
  link.href = loginAddress;
  link.textContent = texts['login'] ?? '';
  line.append(' ', link);
}

function open(heard: Parameters<Parameters<typeof follower>[0]['open']>[0]): EventSource {
  const stream = new EventSource(STREAM);
  stream.addEventListener('open', heard.opened);
  stream.addEventListener('error', () => heard.failed(stream.readyState === EventSource.CLOSED));
  for (const kind of EVENTS) stream.addEventListener(kind, heard.happened);
  return stream;
}

if (served.size > 0) {
  const { start, stop } = follower({ open, look, tell });
  if (!document.hidden) start(true);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) stop();
    else start(false);
  });
  addEventListener('pagehide', stop);
  // Back from the browser's memory, where the page stood still.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) start(false);
  });
}
