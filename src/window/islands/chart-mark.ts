/*
 * A mark in a chart follows finger, pointer and arrow keys, and a line beside it says the time and the figure. Its
 * words are the titles that the service drew. Without this module the browser shows each title itself.
 */

import { type Box, placeAfter, placeUnder } from './chart-place.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** One of the drawings of a chart: for a desk or for a phone. */
interface Drawing {
  readonly svg: SVGSVGElement;
  readonly targets: readonly SVGRectElement[];
  readonly boxes: readonly Box[];
  readonly line: SVGLineElement;
}

function drawingOf(svg: SVGSVGElement): Drawing {
  const targets = [...svg.querySelectorAll<SVGRectElement>('.target')];
  const line = document.createElementNS(SVG, 'line');
  line.setAttribute('class', 'mark');
  svg.append(line);
  const boxes = targets.map(({ x, y, height }) => ({
    left: x.baseVal.value,
    top: y.baseVal.value,
    bottom: y.baseVal.value + height.baseVal.value,
  }));
  return { svg, targets, boxes, line };
}

/** Takes the words out of the picture, because the browser would show them a second time. */
function wordsOf({ targets }: Drawing): readonly string[] {
  return targets.map((target) => {
    const title = target.querySelector('title');
    title?.remove();
    return title?.textContent.trim() ?? '';
  });
}

/** Where the mark stands in a period: at its reading, else in its middle. */
function middleOf(target: SVGRectElement): number {
  const { x, width, dataset } = target;
  return dataset['at'] === undefined ? x.baseVal.value + width.baseVal.value / 2 : Number(dataset['at']);
}

function follow(picture: HTMLElement, told: HTMLElement): void {
  const drawings = [...picture.querySelectorAll('svg')].map(drawingOf);
  const [words = []] = drawings.map(wordsOf);
  let marked: number | null = null;
  /** The period that a finger came to: its first tap marks, and the second one opens. */
  let isNew = false;

  const shown = (): Drawing | undefined => drawings.find(({ svg }) => svg.clientWidth > 0);

  function mark(at: number | null): void {
    if (at === marked) return;
    marked = at;
    for (const { targets, boxes, line } of drawings) {
      const [target, box] = at === null ? [] : [targets[at], boxes[at]];
      line.classList.toggle('shown', target !== undefined);
      if (target === undefined || box === undefined) continue;
      const middle = middleOf(target);
      for (const [name, value] of Object.entries({ x1: middle, x2: middle, y1: box.top, y2: box.bottom }))
        line.setAttribute(name, String(value));
    }
    told.textContent = at === null ? '' : (words[at] ?? '');
    place();
  }

  /** The line of words stands over the mark, and never beyond the picture. */
  function place(): void {
    const drawing = shown();
    const target = marked === null ? undefined : drawing?.targets[marked];
    if (drawing === undefined || target === undefined) return;
    const middle = new DOMPoint(middleOf(target), 0).matrixTransform(drawing.svg.getScreenCTM() ?? undefined).x;
    const wanted = middle - picture.getBoundingClientRect().left - told.offsetWidth / 2;
    told.style.left = `${Math.max(0, Math.min(picture.clientWidth - told.offsetWidth, wanted))}px`;
  }

  function open(at: number): void {
    const address = shown()?.targets[at]?.closest('a')?.getAttribute('href') ?? '';
    if (address.startsWith('/app/')) location.assign(address);
  }

  const under = ({ clientX, clientY }: PointerEvent): void => {
    const drawing = shown();
    const turned = drawing?.svg.getScreenCTM()?.inverse();
    if (drawing === undefined || turned === undefined) return;
    mark(placeUnder(drawing.boxes, new DOMPoint(clientX, clientY).matrixTransform(turned)));
  };
  picture.addEventListener('pointermove', under);
  picture.addEventListener('pointerdown', (event) => {
    const before = marked;
    under(event);
    isNew = marked !== before;
  });
  picture.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'mouse') mark(null);
  });
  picture.addEventListener('click', (event) => {
    if (event instanceof PointerEvent && event.pointerType === 'touch' && isNew) event.preventDefault();
  });
  picture.addEventListener('focusout', () => mark(null));
  picture.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') return mark(null);
    if (event.key === 'Enter' && marked !== null) return open(marked);
    const next = placeAfter(event.key, marked, words.length);
    if (next === null) return;
    event.preventDefault();
    mark(next);
  });
  picture.tabIndex = 0;
  picture.setAttribute('role', 'application');
  picture.setAttribute('aria-label', picture.dataset['keys'] ?? '');
}

/** Charts that came with the page or with its renewal. */
function begin(): void {
  for (const picture of document.querySelectorAll<HTMLElement>('.picture:not([role])')) {
    const told = picture.querySelector<HTMLElement>('.mark-says');
    if (told !== null) follow(picture, told);
  }
}

begin();
document.addEventListener('anew', begin);
