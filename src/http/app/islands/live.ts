/*
 * Pages that are open follow the stream of events. An element with an id and `data-live` is read anew when an event
 * comes. Without this module a page is as true as it was when it was opened.
 */

const STREAM = '/app/api/user/stream';
/** What the stream tells; `missed`: so much happened meanwhile that it does not tell it all. */
const EVENTS = ['reading', 'figures', 'alert', 'notification', 'missed'] as const;
/** Events come in bursts. One look at the page answers for all of them. */
const SETTLE_MILLISECONDS = 300;
/** A page that takes long to make is asked for seldom: it is at rest so many times as long as it was made. */
const REST_SHARE = 2;
const AGAIN_MILLISECONDS = 5000;

const places = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-live]')];

/** Puts what the server says now in place of what stands there, where it differs; what has the focus is left alone. */
async function readAnew(): Promise<void> {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' }, redirect: 'manual' });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  document.title = fresh.title;
  const [heading, nextHeading] = [document.querySelector('h1'), fresh.querySelector('h1')];
  if (heading !== null && nextHeading !== null && heading.textContent !== nextHeading.textContent)
    heading.textContent = nextHeading.textContent;
  for (const place of places()) {
    const next = place.id === '' ? null : fresh.getElementById(place.id);
    if (next === null || next.innerHTML === place.innerHTML || place.contains(document.activeElement)) continue;
    place.replaceChildren(...next.childNodes);
    place.dispatchEvent(new CustomEvent('anew', { bubbles: true }));
  }
}

let isWanted = false;
let isReading = false;
let restUntil = 0;

/** One look at a time, none while nobody sees the page, and the last event is always followed by one. */
async function look(): Promise<void> {
  if (isReading || document.hidden) return;
  isReading = true;
  while (isWanted) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(SETTLE_MILLISECONDS, restUntil - performance.now())));
    isWanted = false;
    const began = performance.now();
    // A look that failed is made good by the next event.
    await readAnew().catch(() => {});
    restUntil = performance.now() + REST_SHARE * (performance.now() - began);
  }
  isReading = false;
}

function soon(): void {
  isWanted = true;
  void look();
}

function follow(): void {
  const stream = new EventSource(STREAM);
  const tell = (isLive: boolean): void => {
    document.documentElement.dataset['following'] = String(isLive);
  };
  stream.addEventListener('open', () => tell(true));
  stream.addEventListener('error', () => {
    tell(false);
    // A browser comes back by itself, unless the answer was an error.
    if (stream.readyState !== EventSource.CLOSED) return;
    setTimeout(() => {
      follow();
      soon();
    }, AGAIN_MILLISECONDS);
  });
  for (const kind of EVENTS) stream.addEventListener(kind, soon);
  addEventListener('pagehide', () => stream.close());
}

if (places().length > 0) {
  follow();
  document.addEventListener('visibilitychange', () => void look());
}
