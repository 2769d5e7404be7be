/*
 * Tries a rule's form as it changes, and moves the threshold in the chart by mouse, touch and arrow keys. The service
 * draws; this module asks it again. Without it the button does the same.
 */
import { type Shown, type Taken, valueBeside, valueNear, textOfValue } from './threshold-value.ts';

const SETTLE_MILLISECONDS = 350;
const KEY_SHARE = 0.01;
const PAGE_SHARE = 0.1;

const form = document.querySelector<HTMLFormElement>('#rule');
const tried = document.querySelector<HTMLElement>('#tried');

const lines = (): SVGGElement[] => [...document.querySelectorAll<SVGGElement>('#tried .threshold')];
const numberAt = (line: SVGGElement, name: string): number => Number(line.dataset[name]);
const fieldOf = (line: SVGGElement): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>(`[name="${CSS.escape(line.dataset['field'] ?? '')}"]`);

const shownBy = (line: SVGGElement): Shown => ({ low: numberAt(line, 'low'), high: numberAt(line, 'high') });
const takenBy = ({ step, min, max }: HTMLInputElement): Taken => ({ step, min, max });

function draw(line: SVGGElement, value: number): void {
  const [low, high, top, bottom] = ['low', 'high', 'top', 'bottom'].map((name) => numberAt(line, name)) as [
    number,
    number,
    number,
    number,
  ];
  const y = bottom - ((Math.min(high, Math.max(low, value)) - low) / (high - low)) * (bottom - top);
  for (const mark of line.querySelectorAll('line')) {
    mark.setAttribute('y1', String(y));
    mark.setAttribute('y2', String(y));
  }
  line.querySelector('text')?.setAttribute('y', String(y + 4));
  line.querySelector('.handle')?.setAttribute('y', String(y - 12));
  const text = `${textOfValue(value)}\u00a0${line.dataset['unit'] ?? ''}`;
  const label = line.querySelector('text');
  if (label !== null) label.textContent = text;
  line.setAttribute('aria-valuenow', String(value));
  line.setAttribute('aria-valuetext', text);
}

/** Moves a line. Its value goes into the form, which is tried and saved. */
function move(line: SVGGElement, valueFor: (field: HTMLInputElement) => number): void {
  const field = fieldOf(line);
  if (field === null) return;
  const next = valueFor(field);
  field.value = String(next);
  for (const one of lines()) draw(one, next);
  soon();
}

function valueUnder(event: PointerEvent, line: SVGGElement): number {
  const picture = line.ownerSVGElement;
  if (picture === null) return numberAt(line, 'value');
  const box = picture.getBoundingClientRect();
  const y = ((event.clientY - box.top) / box.height) * picture.viewBox.baseVal.height;
  const share = (numberAt(line, 'bottom') - y) / (numberAt(line, 'bottom') - numberAt(line, 'top'));
  return numberAt(line, 'low') + share * (numberAt(line, 'high') - numberAt(line, 'low'));
}

/** Index of the dragged line, because charts are drawn anew while one drags. */
let dragged: number | null = null;
document.addEventListener('pointermove', (event) => {
  const line = dragged === null ? undefined : lines()[dragged];
  if (line !== undefined) move(line, (field) => valueNear(valueUnder(event, line), shownBy(line), takenBy(field)));
});
for (const kind of ['pointerup', 'pointercancel'])
  document.addEventListener(kind, () => {
    dragged = null;
  });

function makeMovable(): void {
  for (const [index, line] of lines().entries()) {
    line.ownerSVGElement?.setAttribute('role', 'group');
    for (const [name, value] of [
      ['role', 'slider'],
      ['tabindex', '0'],
      ['aria-orientation', 'vertical'],
      ['aria-label', line.dataset['name'] ?? ''],
      ['aria-valuemin', line.dataset['low'] ?? ''],
      ['aria-valuemax', line.dataset['high'] ?? ''],
      ['aria-valuenow', line.dataset['value'] ?? ''],
    ] as const)
      line.setAttribute(name, value);
    line.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      line.focus();
      dragged = index;
    });
    line.addEventListener('keydown', (event) => {
      const shares: Readonly<Record<string, number>> = {
        ArrowUp: KEY_SHARE,
        ArrowRight: KEY_SHARE,
        ArrowDown: -KEY_SHARE,
        ArrowLeft: -KEY_SHARE,
        PageUp: PAGE_SHARE,
        PageDown: -PAGE_SHARE,
      };
      const share = shares[event.key];
      if (share === undefined) return;
      event.preventDefault();
      move(line, (field) => valueBeside(Number(field.value), share, shownBy(line), takenBy(field)));
    });
  }
}

let running = new AbortController();

/** Tries the form again, and drops an answer that is still to come. */
async function tryAnew(): Promise<void> {
  if (form === null || tried === null) return;
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const sent = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') sent.append(name, value);
  sent.set('act', 'try');
  tried.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(location.href, { method: 'POST', body: sent, redirect: 'manual', signal });
    const found = answer.ok
      ? new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#tried')
      : null;
    if (signal.aborted) return;
    if (found === null) throw new Error('The service gave no trial.');
    const focused = lines().findIndex((line) => line === document.activeElement);
    tried.replaceChildren(...found.childNodes);
    makeMovable();
    lines()[focused]?.focus({ preventScroll: true });
    tried.setAttribute('aria-busy', 'false');
  } catch {
    // The old trial belongs to other settings, and looks busy until a trial succeeds.
    if (!signal.aborted) tell(tried.dataset['failed'] ?? '');
  }
}

function tell(sentence: string): void {
  const line = document.createElement('p');
  line.className = 'notice high';
  line.setAttribute('role', 'alert');
  line.textContent = sentence;
  tried?.querySelector('.notice.high')?.remove();
  tried?.prepend(line);
}

let waiting: ReturnType<typeof setTimeout> | undefined;
function soon(): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => void tryAnew(), SETTLE_MILLISECONDS);
}

const DECIDES = /^(settings|scope)\.|^(from|to|holdMinutes|recoverMinutes)$/;
form?.addEventListener('input', (event) => {
  const { target } = event;
  if ((target instanceof HTMLInputElement || target instanceof HTMLSelectElement) && DECIDES.test(target.name)) soon();
});
makeMovable();
