import type { Point } from '../rules/types.ts';

/*
 * Places of nodes and edges in a diagram. Boxes are as wide as their texts, so the canvas is stretched until boxes do
 * not overlap.
 */

export const BOX = { width: 184, height: 88 } as const;
/** Gaps between boxes, with room for the widest line's arrow and a lane beside it. */
const [GAP_X, GAP_Y] = [48, 34];
/** Overlap in pixels that is ignored, because places are fractions. */
const TOLERANCE = 0.5;
/** Largest stretch of the canvas. Boxes that still overlap are moved down. */
const MAX_STRETCH = 3;
/** Largest canvas in pixels. Places further apart are drawn nearer. */
const MAX_CANVAS = 20_000;

interface Placed {
  readonly id: string;
  readonly position: Point;
}

export interface Canvas {
  /** Upper left corner of each box, by node. */
  readonly corners: ReadonlyMap<string, Point>;
  readonly width: number;
  readonly height: number;
  /** Converts a place of the editor's canvas to the picture, for control points. */
  readonly at: (point: Point) => Point;
}

export function canvasOf(nodes: readonly Placed[], controlPoints: readonly Point[]): Canvas {
  const scale = stretchOf(nodes);
  const corners = withoutOverlap(
    nodes.map(({ id, position }) => ({ id, position: { x: position.x * scale, y: position.y * scale } })),
  );
  // A control point is a place of the line: its distance from the editor's box corner becomes its distance from the
  // middle of the box here.
  const bends = controlPoints.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
  const left = least([...corners.values(), ...bends].map(({ x }) => x));
  const top = least([...corners.values(), ...bends].map(({ y }) => y));
  const shifted = new Map([...corners].map(([id, { x, y }]) => [id, { x: x - left, y: y - top }]));
  return {
    corners: shifted,
    width: most([...[...shifted.values()].map(({ x }) => x + BOX.width), ...bends.map(({ x }) => x - left)]),
    height: most([...[...shifted.values()].map(({ y }) => y + BOX.height), ...bends.map(({ y }) => y - top)]),
    at: ({ x, y }) => ({ x: x * scale - left, y: y * scale - top }),
  };
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);

function stretchOf(nodes: readonly Placed[]): number {
  let stretch = 1;
  for (const [index, { position: a }] of nodes.entries()) {
    for (let other = index + 1; other < nodes.length; other += 1) {
      const b = nodes[other]?.position ?? a;
      const needed = Math.min((BOX.width + GAP_X) / Math.abs(a.x - b.x), (BOX.height + GAP_Y) / Math.abs(a.y - b.y));
      if (needed > stretch && needed <= MAX_STRETCH) stretch = needed;
    }
  }
  const spread = Math.max(
    ...(['x', 'y'] as const).map((axis) => {
      const places = nodes.map(({ position }) => position[axis]);
      return places.length === 0 ? 0 : places.reduce((a, b) => Math.max(a, b)) - least(places);
    }),
  );
  return Math.min(stretch, MAX_CANVAS / Math.max(spread, 1));
}

/**
 * Puts each box in its place, or below boxes that are there already. The result does not depend on the order of nodes.
 */
function withoutOverlap(nodes: readonly Placed[]): Map<string, Point> {
  const order = nodes.toSorted(
    (a, b) => a.position.y - b.position.y || a.position.x - b.position.x || (a.id < b.id ? -1 : 1),
  );
  const taken: Point[] = [];
  const corners = new Map<string, Point>();
  for (const {
    id,
    position: { x, y },
  } of order) {
    let top = y;
    // Boxes are taken from the top down and only move down, so one pass is enough.
    for (const other of taken) {
      if (
        Math.abs(other.x - x) < BOX.width + GAP_X - TOLERANCE
        && other.y < top + BOX.height + GAP_Y - TOLERANCE
        && top < other.y + BOX.height + GAP_Y - TOLERANCE
      )
        top = other.y + BOX.height + GAP_Y;
    }
    const corner = { x, y: top };
    const after = taken.findIndex((other) => other.y > top);
    taken.splice(after === -1 ? taken.length : after, 0, corner);
    corners.set(id, corner);
  }
  return corners;
}
