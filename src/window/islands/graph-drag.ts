/* Moves nodes by mouse, pen and finger, and by the arrow keys. */

interface Moves {
  /** Pixels of the screen in a unit of the canvas. */
  readonly zoom: () => number;
  /** Moves a node, in units of the canvas. */
  readonly move: (id: string, by: { readonly x: number; readonly y: number }) => void;
}

/** Pixels below which a drag is a trembling click. */
const LEAST_PIXELS = 4;
const STEP = 20;
const SMALL_STEP = 4;

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Distance of an arrow key, or of the button with its name; null for other keys. */
export function stepOf(key: string, isSmall: boolean): { readonly x: number; readonly y: number } | null {
  const direction = DIRECTIONS[key];
  const step = isSmall ? SMALL_STEP : STEP;
  return direction === undefined ? null : { x: direction[0] * step, y: direction[1] * step };
}

const nodeAt = (target: EventTarget | null): SVGElement | null =>
  target instanceof Element ? target.closest<SVGElement>('[data-what="node"]') : null;

/** Shows a node under the pointer, and moves it when the pointer lets go. */
export function followPointers(svg: SVGSVGElement, { zoom, move }: Moves): void {
  // A finger on a node moves the node and not the page, because browsers ignore `touch-action` of SVG parts.
  svg.addEventListener('touchmove', (event) => nodeAt(event.target) !== null && event.preventDefault(), {
    passive: false,
  });
  svg.addEventListener('pointerdown', (down) => {
    const node = nodeAt(down.target);
    const id = node?.dataset['id'];
    if (node === null || id === undefined || down.button !== 0) return;
    const place = node.getAttribute('transform') ?? '';
    const ending = new AbortController();
    let by = { x: 0, y: 0 };
    const follow = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      by = { x: (event.clientX - down.clientX) / zoom(), y: (event.clientY - down.clientY) / zoom() };
      node.setAttribute('transform', `${place} translate(${by.x} ${by.y})`);
    };
    const end = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      ending.abort();
      if (event.type === 'pointerup' && Math.hypot(by.x, by.y) * zoom() >= LEAST_PIXELS) move(id, by);
      else node.setAttribute('transform', place);
    };
    addEventListener('pointermove', follow, { signal: ending.signal });
    addEventListener('pointerup', end, { signal: ending.signal });
    addEventListener('pointercancel', end, { signal: ending.signal });
  });
}
