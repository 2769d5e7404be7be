import { px } from '../../kernel/format/svg-text.ts';
import type { Diagram } from '../rules/diagram.ts';
import type { Point } from '../rules/types.ts';
import { BOX, type Canvas } from './diagram-layout.ts';
import { liesIn, MOST_BOXES_AVOIDED, type Obstacle, obstacleAt, wayAround } from './diagram-route.ts';

/*
 * Lines of edges: from handle to handle through their control points, or around boxes in the way.
 */

type Edge = Diagram['edges'][number];
type Side = 'left' | 'right' | 'top' | 'bottom';

const OUTWARDS: Readonly<Record<Side, Point>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  top: { x: 0, y: -1 },
  bottom: { x: 0, y: 1 },
};

/** An end of a line on the frame of a box. */
interface Port {
  readonly at: Point;
  readonly outwards: Point;
}

interface EdgeLine {
  /** The `d` of the SVG path, which ends at the foot of the arrow. */
  readonly path: string;
  /** The arrow's three corners; null for an edge without a marker. */
  readonly arrow: string | null;
}

/** @param widthOf width of an edge's line, with which its arrow grows */
export function edgeLines(
  edges: readonly Edge[],
  canvas: Canvas,
  widthOf: (edgeId: string) => number,
): ReadonlyMap<string, EdgeLine> {
  const drawn = edges.filter(({ source, target }) => canvas.corners.has(source) && canvas.corners.has(target));
  const ports = portsOf(drawn, canvas);
  const boxes = new Map([...canvas.corners].map(([id, corner]) => [id, obstacleAt(corner)]));
  const mayAvoid = boxes.size <= MOST_BOXES_AVOIDED;
  return new Map(
    drawn.flatMap((edge): [string, EdgeLine][] => {
      const [from, to] = [ports.get(`${edge.id}\nsource`), ports.get(`${edge.id}\ntarget`)];
      if (from === undefined || to === undefined) return [];
      const size = edge.markerEnd === null ? 0 : 7 + widthOf(edge.id);
      const foot = plus(to.at, to.outwards, size);
      const points = [from.at, ...edge.data.controlPoints.map(canvas.at), foot];
      const half = widthOf(edge.id) / 2;
      const curve = bezierOf(points, from.outwards, to.outwards);
      const isHidden = mayAvoid && passesBehind(curve, edge, boxes, half);
      const around = isHidden ? roundedWay(from, { ...to, at: foot }, [...boxes.values()]) : null;
      return [
        [
          edge.id,
          {
            path: around ?? pathOf(curve),
            arrow: edge.markerEnd === null ? null : arrowOf(to, foot, size),
          },
        ],
      ];
    }),
  );
}

const plus = (a: Point, b: Point, times: number): Point => ({ x: a.x + b.x * times, y: a.y + b.y * times });
const pair = ({ x, y }: Point): string => `${px(x)} ${px(y)}`;

function arrowOf({ at, outwards }: Port, foot: Point, size: number): string {
  const across = { x: outwards.y, y: outwards.x };
  return [at, plus(foot, across, size / 2), plus(foot, across, -size / 2)]
    .map(({ x, y }) => `${px(x)},${px(y)}`)
    .join(' ');
}

/**
 * Ends of lines on the boxes' frames. Edges share a side in the order of their other ends, so that they do not cross
 * there.
 */
function portsOf(edges: readonly Edge[], { corners }: Canvas): ReadonlyMap<string, Port> {
  const middle = (id: string): Point =>
    plus(corners.get(id) ?? { x: 0, y: 0 }, { x: BOX.width / 2, y: BOX.height / 2 }, 1);
  const ends = edges
    .flatMap((edge) => [
      { key: `${edge.id}\nsource`, node: edge.source, other: middle(edge.target), handle: edge.sourceHandle },
      { key: `${edge.id}\ntarget`, node: edge.target, other: middle(edge.source), handle: edge.targetHandle },
    ])
    .map((end) => ({ ...end, side: sideOf(end.handle, middle(end.node), end.other) }));
  const ports = new Map<string, Port>();
  for (const group of Map.groupBy(ends, ({ node, side }) => `${side}\n${node}`).values()) {
    const along = group[0]?.side === 'left' || group[0]?.side === 'right' ? 'y' : 'x';
    const order = group.toSorted((a, b) => a.other[along] - b.other[along] || (a.key < b.key ? -1 : 1));
    for (const [index, { key, node, side }] of order.entries()) {
      const share = (index + 1) / (order.length + 1) - 0.5;
      const centre = middle(node);
      const outwards = OUTWARDS[side];
      const face = { x: centre.x + (outwards.x * BOX.width) / 2, y: centre.y + (outwards.y * BOX.height) / 2 };
      ports.set(key, {
        at:
          along === 'y' ? { x: face.x, y: face.y + share * BOX.height } : { x: face.x + share * BOX.width, y: face.y },
        outwards,
      });
    }
  }
  return ports;
}

/** The side of the edge's handle, or the side that faces the other end. */
function sideOf(handle: string | null, here: Point, there: Point): Side {
  const named = /left|right|top|bottom/i.exec(handle ?? '')?.[0].toLowerCase();
  if (named === 'left' || named === 'right' || named === 'top' || named === 'bottom') return named;
  const [dx, dy] = [there.x - here.x, there.y - here.y];
  if (Math.abs(dx) >= Math.abs(dy)) return dx >= 0 ? 'right' : 'left';
  return dy >= 0 ? 'bottom' : 'top';
}

type Segment = readonly [from: Point, first: Point, second: Point, to: Point];

/** A smooth line through all points, which leaves and enters boxes at right angles. */
function bezierOf(points: readonly Point[], leaving: Point, reached: Point): readonly Segment[] {
  const last = points.length - 1;
  const tangent = (index: number): Point => {
    const [before, after] = [points[Math.max(0, index - 1)], points[Math.min(last, index + 1)]];
    return before === undefined || after === undefined
      ? { x: 0, y: 0 }
      : { x: (after.x - before.x) / 6, y: (after.y - before.y) / 6 };
  };
  return points.slice(1).map((to, index): Segment => {
    const from = points[index] ?? to;
    const pull = Math.max(24, Math.hypot(to.x - from.x, to.y - from.y) * 0.4);
    const first = index === 0 ? plus(from, leaving, pull) : plus(from, tangent(index), 1);
    const second = index === last - 1 ? plus(to, reached, pull) : plus(to, tangent(index + 1), -1);
    return [from, first, second, to];
  });
}

const pathOf = (segments: readonly Segment[]): string =>
  `M${pair(segments[0]?.[0] ?? { x: 0, y: 0 })}${segments
    .map(([, first, second, to]) => `C${pair(first)} ${pair(second)} ${pair(to)}`)
    .join('')}`;

/** Distance between samples of a line, small enough to find every box that it touches. */
const SAMPLE_PIXELS = 6;
const MOST_SAMPLES = 600;
/** Margin inside a box that does not hide a line, because a line begins and ends on the frames of its own boxes. */
const WITHIN_OWN_BOX_PIXELS = -4;

/** Whether a box would hide part of the line. The boxes at its ends count, too. */
function passesBehind(
  segments: readonly Segment[],
  { source, target }: Edge,
  boxes: ReadonlyMap<string, Obstacle>,
  halfWidth: number,
): boolean {
  const way = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y);
  return segments.some(([from, first, second, to]) => {
    const length = way(from, first) + way(first, second) + way(second, to);
    const samples = Math.min(MOST_SAMPLES, Math.ceil(length / SAMPLE_PIXELS) + 1);
    return Array.from({ length: samples + 1 }, (_, step) => step / samples).some((t) => {
      const u = 1 - t;
      const on = (axis: 'x' | 'y'): number =>
        u ** 3 * from[axis] + 3 * u * u * t * first[axis] + 3 * u * t * t * second[axis] + t ** 3 * to[axis];
      const place = { x: on('x'), y: on('y') };
      return [...boxes].some(([id, box]) =>
        liesIn(place, box, id === source || id === target ? WITHIN_OWN_BOX_PIXELS : halfWidth),
      );
    });
  });
}

/** Length of the straight piece between a box and a line's first turn. */
const STRAIGHT_END_PIXELS = 8;
/** Radius of a line's corners. */
const ROUND_CORNER_PIXELS = 10;

/** A line along lanes beside the boxes, with round corners; null: there is no such way. */
function roundedWay(from: Port, to: Port, boxes: readonly Obstacle[]): string | null {
  const way = wayAround(
    plus(from.at, from.outwards, STRAIGHT_END_PIXELS),
    plus(to.at, to.outwards, STRAIGHT_END_PIXELS),
    boxes,
  );
  if (way === null) return null;
  const points = [from.at, ...way, to.at];
  const turns = points.slice(1, -1).map((point, index) => {
    const [before, after] = [points[index] ?? point, points[index + 2] ?? point];
    return `L${pair(towards(point, before))}Q${pair(point)} ${pair(towards(point, after))}`;
  });
  return `M${pair(from.at)}${turns.join('')}L${pair(to.at)}`;
}

/** The point at the corner's radius before a corner. */
function towards(corner: Point, other: Point): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y);
  const share = length === 0 ? 0 : Math.min(ROUND_CORNER_PIXELS, length / 2) / length;
  return { x: corner.x + (other.x - corner.x) * share, y: corner.y + (other.y - corner.y) * share };
}
