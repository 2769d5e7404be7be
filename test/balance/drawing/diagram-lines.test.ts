import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Diagram } from '../../../src/balance/rules/diagram.ts';
import type { Point } from '../../../src/balance/rules/types.ts';
import { edgeFlows } from '../../../src/balance/drawing/diagram-flows.ts';
import { BOX, canvasOf } from '../../../src/balance/drawing/diagram-layout.ts';
import { edgeLines } from '../../../src/balance/drawing/diagram-lines.ts';
import { diagramSvg } from '../../../src/balance/drawing/diagram-svg.ts';
import { lineFrom, nodeAt, pictureWith, SMALL } from './pictures.ts';
import { runs } from '../../support/property-runs.ts';

/* What lines carry, and where they run. */

const formulaAt = (id: string, x: number, y: number, value: number | null) =>
  ({ ...nodeAt(id, x, y, value), unitId: null, nodeType: 'virtualNode' }) as const;
const flowsOf = (diagram: Diagram): Record<string, number | null> =>
  Object.fromEntries(
    edgeFlows(diagram, { isFlow: () => true, isMeter: ({ nodeType }) => nodeType === 'physicalNode' }).flows,
  );

describe('the amount of a line', () => {
  it('into a formula is what the meter at its beginning counted: 1,235 KL, and not the 1,775 KL of the formula', () => {
    const nodes = [nodeAt('A', 0, 0, 1235), formulaAt('F', 400, 0, 1775), nodeAt('B', 800, 0, 500)];
    expect(flowsOf({ nodes, edges: [lineFrom('A', 'F'), lineFrom('F', 'B')] })).toEqual({ 'A-F': 1235, 'F-B': 500 });
  });

  it('between two formulas nobody knows, unless what comes in is just what the first has', () => {
    const nodes = [
      nodeAt('A', 0, 0, 30),
      nodeAt('B', 0, 100, 12),
      formulaAt('SUM', 400, 0, 42),
      formulaAt('LOSS', 400, 200, 5),
      formulaAt('END', 800, 0, 40),
    ];
    const edges = [lineFrom('A', 'SUM'), lineFrom('B', 'SUM'), lineFrom('SUM', 'END'), lineFrom('LOSS', 'END')];
    expect(flowsOf({ nodes, edges })).toEqual({ 'A-SUM': 30, 'B-SUM': 12, 'SUM-END': 42, 'LOSS-END': null });
  });

  it('is the difference where a meter knows all its others: 100 in, 60 and so 40 out; never less than none', () => {
    const star = (first: number): Diagram => ({
      nodes: [nodeAt('IN', 0, 0, 100), nodeAt('B', 400, 0, first), formulaAt('REST', 400, 200, 77)],
      edges: [lineFrom('IN', 'B'), lineFrom('IN', 'REST')],
    });
    expect(flowsOf(star(60))).toEqual({ 'IN-B': 60, 'IN-REST': 40 });
    expect(flowsOf(star(120))).toEqual({ 'IN-B': 120, 'IN-REST': null });
  });

  it('between two meters is the smaller, because no more leaves the one or reaches the other', () => {
    const pair = (a: number, b: number): Diagram => ({
      nodes: [nodeAt('A', 0, 0, a), nodeAt('B', 400, 0, b)],
      edges: [lineFrom('A', 'B')],
    });
    expect([flowsOf(pair(12, 17)), flowsOf(pair(17, 12))]).toEqual([{ 'A-B': 12 }, { 'A-B': 12 }]);
  });

  it('that is not known says so', () => {
    const nodes = [formulaAt('F', 0, 0, 10), formulaAt('G', 400, 0, 20)];
    const svg = diagramSvg(pictureWith({ nodes, edges: [lineFrom('F', 'G')] }));
    expect(svg).toContain('<title>flow not known</title>');
    expect(svg).toContain('dotted line: flow not known');
  });
});

/** Places along a path of M, L, C and Q, close together. */
function placesOn(path: string): Point[] {
  const places: Point[] = [];
  let here: Point = { x: 0, y: 0 };
  for (const [, command = '', rest = ''] of path.matchAll(/([MLCQ])([^MLCQ]*)/g)) {
    const numbers = rest.trim().split(/[ ,]+/).map(Number);
    const points = Array.from({ length: numbers.length / 2 }, (_, index) => ({
      x: numbers[2 * index] ?? 0,
      y: numbers[2 * index + 1] ?? 0,
    }));
    const bends = [here, ...points];
    if (command !== 'M')
      for (let step = 1; step <= 40; step += 1) {
        // De Casteljau: lines between the points until one is left.
        let layer = bends;
        while (layer.length > 1)
          layer = layer.slice(1).map((to, index) => {
            const from = layer[index] ?? to;
            return { x: from.x + ((to.x - from.x) * step) / 40, y: from.y + ((to.y - from.y) * step) / 40 };
          });
        places.push(...layer);
      }
    here = points.at(-1) ?? here;
  }
  return places;
}

/** Lines of which some lies behind a box by more than two pixels. */
function hidden({ nodes, edges }: Diagram): string[] {
  const canvas = canvasOf(nodes, []);
  const lines = edgeLines(edges, canvas, () => 6);
  return [...lines].flatMap(([id, { path }]) => {
    const behind = placesOn(path).some(({ x, y }) =>
      [...canvas.corners.values()].some(
        (corner) =>
          x > corner.x + 4.5 && x < corner.x + BOX.width - 4.5 && y > corner.y + 4.5 && y < corner.y + BOX.height - 4.5,
      ),
    );
    return behind ? [id] : [];
  });
}

describe('the way of a line', () => {
  it('goes around a box between its ends', () => {
    const nodes = [nodeAt('A', 0, 0, 10), nodeAt('B', 300, 0, 10), nodeAt('C', 600, 0, 10)];
    expect(hidden({ nodes, edges: [lineFrom('A', 'C'), lineFrom('C', 'A'), lineFrom('A', 'B')] })).toEqual([]);
  });

  it('goes around its own box where the handle is on the other side', () => {
    const nodes = [nodeAt('A', 0, 0, 10), nodeAt('B', 500, 0, 10)];
    const edges = [lineFrom('A', 'B', { sourceHandle: 'left', targetHandle: 'right' })];
    expect(hidden({ nodes, edges })).toEqual([]);
  });

  it('is behind no box, wherever the nodes stand and whatever is joined', () => {
    const place = fc.record({ x: fc.integer({ min: 0, max: 1500 }), y: fc.integer({ min: 0, max: 900 }) });
    const handle = fc.constantFrom(null, 'left', 'right', 'top', 'bottom');
    const join = fc.tuple(fc.nat(11), fc.nat(11), handle, handle);
    fc.assert(
      fc.property(
        fc.array(place, { minLength: 2, maxLength: 12 }),
        fc.array(join, { minLength: 1, maxLength: 12 }),
        (places, joins) => {
          const nodes = places.map(({ x, y }, index) => nodeAt(`N${index}`, x, y, 1));
          const edges = joins.flatMap(([a, b, sourceHandle, targetHandle], index) =>
            a % nodes.length === b % nodes.length
              ? []
              : [
                  lineFrom(`N${a % nodes.length}`, `N${b % nodes.length}`, {
                    id: `E${index}`,
                    sourceHandle,
                    targetHandle,
                  }),
                ],
          );
          expect(hidden({ nodes, edges })).toEqual([]);
        },
      ),
      { numRuns: runs(120) },
    );
  });
});

describe('the text of a picture', () => {
  it('has no label below 12 px', () => {
    const sizes = [...diagramSvg(pictureWith(SMALL)).matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);
  });
});
