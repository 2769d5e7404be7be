/*
 * Pages that are open follow the stream of events. An element with an id and `data-live` is read anew when an event
 * comes. Without this module a page is as true as it was when it was opened.
 */
import { follower, type Freshness, type StreamEvents, type LookResult } from './live-refresh.ts';

/*
 * Replaces a part of the page and keeps the reader's state: scroll position, opened details, choices and unsent text.
 */

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Elements by their names, because the new content may have more or fewer of them. */
function named<E extends Element>(place: Element, selector: string, nameOf: (element: E) => string): Map<string, E> {
  const found = new Map<string, E>();
  const times = new Map<string, number>();
  for (const element of place.querySelectorAll<E>(selector)) {
    const name = nameOf(element);
    const time = times.get(name) ?? 0;
    times.set(name, time + 1);
    found.set(`${name} ${time}`, element);
  }
  return found;
}

const detailsIn = (place: Element): Map<string, HTMLDetailsElement> =>
  named(place, 'details', (details) => details.id || (details.querySelector('summary')?.textContent.trim() ?? ''));

const scrollersIn = (place: Element): Map<string, HTMLElement> =>
  named(place, '.scroll', (scroller) => scroller.getAttribute('aria-label') ?? '');

/** Controls by name. A form in a list is known by its hidden fields. */
const controlsIn = (place: Element): Map<string, Control> =>
  named<Control>(place, 'select, textarea, input:not([type="hidden"])', ({ form, name }) => {
    const hidden = [...(form?.querySelectorAll<HTMLInputElement>('input[type="hidden"]') ?? [])];
    return [...hidden.map((field) => `${field.name}=${field.value}`), name].join('&');
  });

/** Gives a control of the new content the old one's value. */
function enter(before: Control, now: Control): void {
  if (before instanceof HTMLSelectElement) {
    const isThere = now instanceof HTMLSelectElement && [...now.options].some(({ value }) => value === before.value);
    if (isThere) now.value = before.value;
    return;
  }
  if (before.value !== before.defaultValue) now.value = before.value;
  if (before instanceof HTMLInputElement && now instanceof HTMLInputElement && before.checked !== before.defaultChecked)
    now.checked = before.checked;
}

function inPairs<E>(
  before: ReadonlyMap<string, E>,
  now: ReadonlyMap<string, E>,
  act: (before: E, now: E) => void,
): void {
  for (const [name, element] of now) {
    const earlier = before.get(name);
    if (earlier !== undefined) act(earlier, element);
  }
}

/** Replaces the content of a place by that of `next`. */
function renew(place: Element, next: Element): void {
  const [details, scrollers, controls] = [detailsIn(place), scrollersIn(place), controlsIn(place)];
  const offsets = new Map([...scrollers].map(([name, { scrollLeft }]) => [name, scrollLeft]));
  const focused = document.activeElement;
  place.replaceChildren(...next.childNodes);
  inPairs(details, detailsIn(place), (before, now) => {
    now.open = before.open;
  });
  inPairs(controls, controlsIn(place), enter);
  for (const [name, scroller] of scrollersIn(place)) {
    scroller.scrollLeft = offsets.get(name) ?? 0;
    if (focused !== null && focused === scrollers.get(name)) scroller.focus({ preventScroll: true });
  }
}

const STREAM = '/app/api/user/stream';
const LOGIN = '/app/login';
/** Events of the stream. `missed`: some events were left out. */
const EVENTS = ['reading', 'figures', 'alert', 'finding', 'missed'] as const;
/** Other parts that a reader relies on: the subject of the page, and the industry, which may be chosen elsewhere. */
const NAMES = ['h1', '.top .place'] as const;
/** Stands in a page whose content failed after its frame, and so its status, was sent (page-in-pieces.ts). */
const FAILED = '<!--failed-->';

const places = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-live]')];

/** Content as the service sent it, because modules and readers change the page. */
const served = new Map(places().map(({ id, innerHTML }) => [id, innerHTML]));
/** Address of the login that leads back here. */
let loginAddress = LOGIN;

/** Replaces parts of the page that differ from the service's present answer. The focused part is left alone. */
async function look(): Promise<LookResult> {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (new URL(answer.url).pathname === LOGIN) {
    loginAddress = answer.url;
    return 'over';
  }
  if (!answer.ok || answer.redirected) return 'failed';
  const text = await answer.text();
  if (text.includes(FAILED)) return 'failed';
  // The network answers again, and most of a page that was seen last is no live part.
  if (document.getElementById('last-seen')?.hidden === false) location.reload();
  const fresh = new DOMParser().parseFromString(text, 'text/html');
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

/** Shows the freshness of the page. The texts are in the line, in the reader's language. */
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

function open(heard: StreamEvents): EventSource {
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
  // The browser may show the page from its memory, where it stood still.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) start(false);
  });
}
