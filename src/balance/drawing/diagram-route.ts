import type { Point } from '../rules/types.ts';
import { BOX } from './diagram-layout.ts';

/*
 * Routes of lines that would pass behind a box. They follow the free lanes beside boxes, by the shortest way with the
 * fewest turns.
 */

/** The four sides of a box that no line may cross. */
export interface Obstacle {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Spec gap: with more boxes than this on a page, lines do not go around boxes. Nobody could follow that many lines. */
export const MOST_BOXES_AVOIDED = 60;

/** Distance between a box and the lane beside it. */
const LANE_DISTANCE_PIXELS = 12;
/** Length of detour that a turn is worth. */
const TURN_COST_PIXELS = 40;

export const obstacleAt = ({ x, y }: Point): Obstacle => ({
  left: x,
  right: x + BOX.width,
  top: y,
  bottom: y + BOX.height,
});

export const liesIn = ({ x, y }: Point, { left, right, top, bottom }: Obstacle, beyond: number): boolean =>
  x > left - beyond && x < right + beyond && y > top - beyond && y < bottom + beyond;

const crosses = (a: Point, b: Point, { left, right, top, bottom }: Obstacle): boolean =>
  Math.max(a.x, b.x) > left - 1
  && Math.min(a.x, b.x) < right + 1
  && Math.max(a.y, b.y) > top - 1
  && Math.min(a.y, b.y) < bottom + 1;

/** Corners of the way between two places that crosses no box; null: there is no such way. */
export function wayAround(from: Point, to: Point, boxes: readonly Obstacle[]): readonly Point[] | null {
  const xs = lanes([
    from.x,
    to.x,
    ...boxes.flatMap(({ left, right }) => [left - LANE_DISTANCE_PIXELS, right + LANE_DISTANCE_PIXELS]),
  ]);
  const ys = lanes([
    from.y,
    to.y,
    ...boxes.flatMap(({ top, bottom }) => [top - LANE_DISTANCE_PIXELS, bottom + LANE_DISTANCE_PIXELS]),
  ]);
  const columns = xs.length;
  const at = (cell: number): Point => ({ x: xs[cell % columns] ?? 0, y: ys[Math.floor(cell / columns)] ?? 0 });
  const cellOf = ({ x, y }: Point): number => ys.indexOf(y) * columns + xs.indexOf(x);
  const [start, goal] = [cellOf(from), cellOf(to)];
  // The search state is a cell and the direction of the line in it: along the row (0) or the column (1).
  const cost = new Map<number, number>();
  const cameFrom = new Map<number, number>();
  const open: [cost: number, state: number][] = [];
  const reach = (state: number, total: number, before: number | null): void => {
    if (total >= (cost.get(state) ?? Infinity)) return;
    cost.set(state, total);
    if (before !== null) cameFrom.set(state, before);
    open.push([total, state]);
    siftUp(open);
  };
  reach(2 * start, 0, null);
  reach(2 * start + 1, 0, null);
  for (let next = takeLeast(open); next !== undefined; next = takeLeast(open)) {
    const [total, state] = next;
    if (total > (cost.get(state) ?? Infinity)) continue;
    const [cell, direction] = [state >> 1, state & 1];
    if (cell === goal) return corners(state, cameFrom, at);
    const here = at(cell);
    const column = cell % columns;
    const neighbours: [number, 0 | 1, boolean][] = [
      [cell - 1, 0, column > 0],
      [cell + 1, 0, column < columns - 1],
      [cell - columns, 1, cell >= columns],
      [cell + columns, 1, cell + columns < columns * ys.length],
    ];
    for (const [neighbour, along, isThere] of neighbours) {
      if (!isThere) continue;
      const there = at(neighbour);
      if (boxes.some((box) => crosses(here, there, box))) continue;
      const length = Math.abs(there.x - here.x) + Math.abs(there.y - here.y);
      reach(2 * neighbour + along, total + length + (along === direction ? 0 : TURN_COST_PIXELS), state);
    }
  }
  return null;
}

const lanes = (places: readonly number[]): number[] => [...new Set(places)].sort((a, b) => a - b);

function corners(last: number, cameFrom: ReadonlyMap<number, number>, at: (cell: number) => Point): readonly Point[] {
  const cells = [last >> 1];
  for (let state = cameFrom.get(last); state !== undefined; state = cameFrom.get(state)) cells.push(state >> 1);
  const points = cells.toReversed().map(at);
  return points.filter((point, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    if (before === undefined || after === undefined) return true;
    return !((before.x === point.x && point.x === after.x) || (before.y === point.y && point.y === after.y));
  });
}

type Heap = [cost: number, state: number][];

function siftUp(heap: Heap): void {
  for (let child = heap.length - 1; child > 0;) {
    const parent = (child - 1) >> 1;
    const [a, b] = [heap[parent], heap[child]];
    if (a === undefined || b === undefined || a[0] <= b[0]) return;
    heap[parent] = b;
    heap[child] = a;
    child = parent;
  }
}

function takeLeast(heap: Heap): Heap[number] | undefined {
  const [least] = heap;
  const last = heap.pop();
  if (least === undefined || last === undefined || heap.length === 0) return least;
  heap[0] = last;
  for (let parent = 0; ;) {
    const [left, right] = [2 * parent + 1, 2 * parent + 2];
    let lowest = parent;
    if ((heap[left]?.[0] ?? Infinity) < (heap[lowest]?.[0] ?? Infinity)) lowest = left;
    if ((heap[right]?.[0] ?? Infinity) < (heap[lowest]?.[0] ?? Infinity)) lowest = right;
    const [a, b] = [heap[parent], heap[lowest]];
    if (lowest === parent || a === undefined || b === undefined) return least;
    heap[parent] = b;
    heap[lowest] = a;
    parent = lowest;
  }
}
