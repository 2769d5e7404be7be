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
export function renew(place: Element, next: Element): void {
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
