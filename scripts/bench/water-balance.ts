import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { addDays, formatRequestDate, utcDateOf } from '../../src/kernel/time/business-date.ts';
import { processDays } from '../../src/figures/processing/process.ts';
import { replaceGraph } from '../../src/balance/edit-graph.ts';
import { loadMeters } from './bare-load.ts';
import { valueLine } from './lines.ts';
import { medianRun, secondsOf, shownFigure } from './measure.ts';
import { authorization, meterReadings, provisionMeters, SLOTS_PER_DAY } from './meters.ts';
import type { BenchRow } from './row.ts';
import { wholeRun } from '../../src/figures/processing/request.ts';

/** Number of nodes. Half are meters, half are sums, references and formulas over them. */
const NODES = 200;
const METERS = NODES / 2;
const DAYS = 3;
const REQUESTS = 40;

/**
 * GET waterBalance/data of a processed day, by the hour and by the date. Requests follow one another over one
 * connection.
 */
export const waterBalanceRow: BenchRow = {
  name: 'waterbalance',
  shareByDefault: 1,
  run: async ({ context, startService, say }) => {
    const industry = await provisionMeters(context, 'BENCH_GRAPH', METERS);
    const to = addDays(utcDateOf(context.clock.now()), -1);
    const from = addDays(to, 1 - DAYS);
    say(`${METERS} meters, ${DAYS} days`);
    await loadMeters(context, industry, () => meterReadings(industry, Date.parse(from), DAYS * SLOTS_PER_DAY));
    await processDays(context, wholeRun(industry, from, to));
    await replaceGraph(context, industry, graphOver([...industry.units.keys()]), {
      by: { ...COMMAND, userId: 'bench' },
      expected: null,
    });

    const service = await startService('api');
    const headers = await authorization(service, industry.industryId);
    const ask = async (type: string): Promise<void> => {
      const response = await fetch(
        `${service.url}/api/user/waterBalance/data?date1=${encodeURIComponent(formatRequestDate(to))}&type=${type}`,
        { headers },
      );
      // The shape of waterBalance/data; checked below.
      const answer = (await response.json()) as { nodes?: { data: { value: string | null } }[] };
      if (answer.nodes?.length !== NODES || answer.nodes.some(({ data }) => data.value === null))
        throw new Error(
          `${NODES} nodes with a value should be answered: ${response.status} ${JSON.stringify(answer).slice(0, 300)}`,
        );
    };
    const lines = [];
    for (const type of ['HOUR', 'DATE']) {
      for (let request = 0; request < 10; request += 1) await ask(type);
      const seconds: number[] = [];
      for (let request = 0; request < REQUESTS; request += 1) seconds.push(await secondsOf(() => ask(type)));
      const milliseconds = medianRun(seconds) * 1000;
      lines.push(
        valueLine(
          {
            what: `water-balance data, ${NODES} nodes, ${type}, documents exist`,
            measured: `${shownFigure(milliseconds)} ms`,
            against: '',
          },
          milliseconds,
          { atMost: context.config.databaseUrl === null ? 15 : 10 },
          'ms',
        ),
      );
    }
    return lines;
  },
};

/** A graph in which each meter flows into a sum of its own. Incoming edge, reference and formula take turns. */
const graphOver = (unitIds: readonly string[]): Record<string, unknown> => ({
  nodes: [
    ...unitIds.map((id, index) => ({ id, position: { x: 0, y: index * 120 } })),
    ...unitIds.map((unitId, index) => ({
      id: `SUM_${index}`,
      position: { x: 320, y: index * 120 },
      data: { label: `Sum ${index}` },
      meta: META[index % META.length]?.(unitId, index) ?? {},
    })),
  ],
  edges: unitIds.map((unitId, index) => ({ id: `edge-${index}`, source: unitId, target: `SUM_${index}` })),
  metadata: { pages: [{ id: 'physical', displayName: 'Bench', order: 0 }] },
});

const META: readonly ((unitId: string, index: number) => Record<string, unknown>)[] = [
  () => ({}),
  (unitId) => ({ referencedNodeId: unitId }),
  (unitId) => ({ calculations: `{${unitId}} * 2` }),
  (_, index) => ({ calculations: `{SUM_${index - 1}} + {SUM_${index - 3}}` }),
];
