import { describe } from 'vitest';
import { diagramOf } from '../../../src/balance/rules/diagram.ts';
import { nodeValues } from '../../../src/balance/rules/node-values.ts';
import { parseGraph } from '../../../src/balance/rules/parse-graph.ts';
import { diagramWindow } from '../../../src/balance/rules/window.ts';
import { ServiceError } from '../../../src/kernel/errors.ts';
import { addDays, businessDate } from '../../../src/kernel/time/business-date.ts';
import { holdLimits } from '../../support/limits.ts';
import { figuresOf } from './figures.ts';
import { graph, physical } from './graphs.ts';
import { plant } from './plant.ts';

const FIRST = businessDate('2026-06-01');
const TODAY = addDays(FIRST, 14);

describe('the window of a diagram', () => {
  const window = (from: number, to: number) =>
    diagramWindow({ type: 'DATE', date1: addDays(FIRST, from), date2: addDays(FIRST, to) }, TODAY);
  const days = (count: number): boolean => {
    try {
      window(0, count - 1);
      return true;
    } catch (error) {
      if (error instanceof ServiceError) return false;
      throw error;
    }
  };
  const stock = (from: number) => (more: number) => window(from + more, from + more).stocks;
  const month = (firstDay: string) => ({ kind: 'MONTHS', months: [firstDay] });
  holdLimits([
    ['is live from its last day on', (late) => window(0, 14 + late).isLive, [-1, false], [0, true], [1, true]],
    ['is live from its first day on', (late) => window(14 + late, 30).isLive, [-1, true], [0, true], [1, false]],
    ['is of today', (late) => window(14 + late, 30).isToday, [-1, false], [0, true], [1, false]],
    ['of one day is online within an hour', (more) => window(0, more).onlineMinutes, [0, 60], [1, 1800], [2, 1800]],
    ['has 1,100 days', days, [1099, true], [1100, true], [1101, false]],
    [
      'shows tanks of the running month as they stand',
      stock(0),
      [-1, month('2026-05-01')],
      [0, month('2026-06-01')],
      [1, month('2026-06-01')],
    ],
    [
      'shows tanks of the next month not yet',
      stock(30),
      [-1, month('2026-06-01')],
      [0, month('2026-07-01')],
      [1, month('2026-07-01')],
    ],
  ]);
});

describe('a node', () => {
  const NOON = Date.UTC(2026, 5, 15, 12);
  const document = graph({ physical: [physical('M1', { limit: 1.5 })] });
  const data = (value: number, late = 0) => {
    const source = figuresOf({ M1: value * 1000 });
    return diagramOf({
      document,
      values: nodeValues(document, source),
      isLive: true,
      isToday: true,
      onlineAfter: NOON,
      nameOf: (unitId) => unitId,
      placementOf: () => ({ categoryKey: null, subCategoryId: null }),
      latest: new Map([['M1', { createdOnEpochMs: NOON + late, value: 1 }]]),
    }).nodes[0]?.data;
  };
  holdLimits([
    ['is online', (late) => data(1, late)?.online, [-1, false], [0, false], [1, true]],
    ['has reached its limit', (value) => data(value)?.meta.limitReached, [1.499, false], [1.5, true], [1.501, true]],
  ]);
});

describe('a saved graph', () => {
  const works = plant({ units: { M1: {}, M2: {} } });
  /** True where nothing is wrong with it. */
  function isTaken(body: object): boolean {
    try {
      parseGraph({ nodes: [{ id: 'A' }, { id: 'B' }], edges: [], ...body }, works);
      return true;
    } catch (error) {
      if (error instanceof ServiceError) return false;
      throw error;
    }
  }
  const several = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const text = (length: number): string => 'x'.repeat(length);
  const node = (more: object) => isTaken({ nodes: [{ id: 'A', ...more }] });
  const edge = (more: object) => isTaken({ edges: [{ id: 'e', source: 'A', target: 'B', ...more }] });
  const meta = (more: object) => node({ nodeType: 'virtualNode', meta: more });
  const points = (count: number) => edge({ controlPoints: several(count, () => ({ x: 0, y: 0 })) });
  const summary = (count: number) =>
    isTaken({ customSummary: several(count, () => ({ displayName: 'All', calculations: '1' })) });
  const style = (count: number) =>
    edge({ style: Object.fromEntries(several(count, (index) => [`f${text(index)}`, 1])) });
  holdLimits([
    [
      'has 2,000 nodes and those of its units',
      (count) => isTaken({ nodes: several(count, (index) => ({ id: `N${index}` })) }),
      [2001, true],
      [2002, true],
      [2003, false],
    ],
    [
      'has 5,000 edges',
      (count) => isTaken({ edges: several(count, () => ({ id: 'e', source: 'A', target: 'B' })) }),
      [4999, true],
      [5000, true],
      [5001, false],
    ],
    [
      'has 50 pages',
      (count) => isTaken({ metadata: { pages: several(count, (index) => ({ id: `p${index}` })) } }),
      [49, true],
      [50, true],
      [51, false],
    ],
    ['has 200 lines of a summary', summary, [199, true], [200, true], [201, false]],
    [
      'keeps a summary graph of 262,144 bytes',
      (bytes) => isTaken({ summaryGraph: { a: text(bytes - '{"a":""}'.length) } }),
      [262_143, true],
      [262_144, true],
      [262_145, false],
    ],
    ['has 100 points of an edge', points, [99, true], [100, true], [101, false]],
    ['has 30 fields of a style', style, [29, true], [30, true], [31, false]],
    ['has an id of an edge', (length) => edge({ id: text(length) }), [0, false], [1, true], [2, true]],
    ['of 400 signs', (length) => edge({ id: text(length) }), [399, true], [400, true], [401, false]],
    ['has a label of 200 signs', (length) => node({ label: text(length) }), [199, true], [200, true], [201, false]],
    [
      'is a thousand kilometres wide',
      (x) => node({ position: { x, y: 0 } }),
      [999_999, true],
      [1e6, true],
      [1_000_001, false],
    ],
    ['turns a node around', (rotation) => node({ rotation }), [359, true], [360, true], [361, false]],
    ['turns a node back', (rotation) => node({ rotation }), [-361, false], [-360, true], [-359, true]],
    ['has a limit of a node', (limit) => meta({ limit }), [-0.001, false], [0, false], [0.001, true]],
    [
      'has 500 units of a node',
      (count) => meta({ units: several(count, () => 'M1') }),
      [499, true],
      [500, true],
      [501, false],
    ],
  ]);
});
