/*
 * Pages that are open follow the stream of events. An element with an id and `data-live` is read anew when an event
 * comes. Without this module a page is as true as it was when it was opened.
 */

const STREAM = '/app/api/user/stream';
/** Events come in bursts. One look at the page answers for all of them. */
const SETTLE_MILLISECONDS = 400;

const places = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-live]')];

/** Puts what the server says now in place of what stands there, where it differs; what has the focus is left alone. */
async function readAnew(): Promise<void> {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' }, redirect: 'manual' });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const place of places()) {
    const next = place.id === '' ? null : fresh.getElementById(place.id);
    if (next === null || next.innerHTML === place.innerHTML || place.contains(document.activeElement)) continue;
    place.replaceChildren(...next.childNodes);
    place.dispatchEvent(new CustomEvent('anew', { bubbles: true }));
  }
}

let waiting: ReturnType<typeof setTimeout> | undefined;
function soon(): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => void readAnew(), SETTLE_MILLISECONDS);
}

function follow(): void {
  const stream = new EventSource(STREAM);
  const tell = (isLive: boolean): void => {
    document.documentElement.dataset['following'] = String(isLive);
  };
  stream.addEventListener('open', () => tell(true));
  stream.addEventListener('error', () => tell(false));
  for (const kind of ['reading', 'figures', 'alert', 'notification', 'missed']) stream.addEventListener(kind, soon);
  addEventListener('pagehide', () => stream.close());
}

if (places().length > 0) follow();
