import type { Point } from './types.ts';

/** An id and its place on the canvas. */
export interface Place {
  readonly id: string;
  readonly position: Point;
}

const COLUMN = 320;
const ROW = 120;
const PER_ROW = 5;

/** Places of lists side by side, each in the middle of the longest list's height. Empty lists take no room. */
export function inColumns(lists: readonly (readonly string[])[]): readonly Place[] {
  const filled = lists.filter((ids) => ids.length > 0);
  const rows = Math.max(0, ...filled.map((ids) => ids.length));
  return filled.flatMap((ids, column) =>
    ids.map((id, row) => ({ id, position: { x: column * COLUMN, y: ((rows - ids.length) / 2 + row) * ROW } })),
  );
}

/** Places in rows of five, below all given places. */
export function below(places: readonly Place[], ids: readonly string[]): readonly Place[] {
  const top = Math.max(-ROW, ...places.map(({ position }) => position.y)) + 2 * ROW;
  return inRows(ids).map(({ id, position }) => ({
    id,
    position: { x: position.x, y: position.y + (places.length === 0 ? 0 : top) },
  }));
}

export const inRows = (ids: readonly string[]): readonly Place[] =>
  ids.map((id, index) => ({ id, position: { x: (index % PER_ROW) * COLUMN, y: Math.floor(index / PER_ROW) * ROW } }));
