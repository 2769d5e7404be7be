import Delaunator from 'delaunator';
import { DEFAULT_CLEANING } from '../../src/keeping/rules/bathymetry/survey.ts';
import { businessDateOf } from '../../src/kernel/time/business-clock.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { importSurvey, type SurveyFile } from '../../src/keeping/bathymetry/bathymetry.ts';
import { provisionIndustry } from '../../src/industries/provisioning/provision-industry.ts';
import { requireIndustry } from '../support/industry.ts';
import { valueLine } from './lines.ts';
import { alternately, shownFigure } from './measure.ts';
import { atShare, type BenchRow } from './row.ts';

const POINTS = 100_000;
const ROUNDS = 3;
const SPACING_DEGREES = 0.000_003;
const UNIT = 'BENCH_LAKE_1';

/** A survey from its uploaded text to the curve in force, against the triangulation of its points alone. */
export const bathymetryRow: BenchRow = {
  name: 'bathymetry',
  shareByDefault: 1,
  run: async ({ context, share, say }) => {
    const industry = await provisionLake(context);
    const points = lake(atShare(share, POINTS, 100));
    const text = textOf(points);
    say(`${points.length} soundings, ${text.length} bytes`);
    const seconds = await alternately(ROUNDS, {
      processed: async () => {
        const { statistics } = await importSurvey(
          { ...context, queue: noQueue },
          { actor: { userId: 'bench', industryId: 'INTERNAL', address: null }, permissions: [] },
          industry,
          { unitId: UNIT, date: businessDateOf(industry.clock, context.clock.now()), rules: DEFAULT_CLEANING },
          oneFile(text),
        );
        if (statistics.points !== points.length) throw new Error(`${statistics.points} points stayed`);
      },
      triangles: async () => new Delaunator(Float64Array.from(points.flatMap(({ east, north }) => [east, north]))),
    });
    return [
      valueLine(
        {
          what: `bathymetry: ${points.length.toLocaleString('en-US')} soundings read, cleaned, drawn and stored`,
          measured: `${shownFigure(seconds.processed)} s`,
          against: `${shownFigure(seconds.triangles)} s, triangles alone`,
        },
        seconds.processed,
        { atMost: 3 },
        's',
      ),
    ];
  },
};

async function provisionLake(context: Parameters<typeof provisionIndustry>[0]['context']) {
  const industryId = 'BENCH_LAKE';
  const bundle = {
    industry: { industryId, industryName: industryId, meta: { timezone: 'Etc/UTC', shift: { startAt: '00:00:00' } } },
    units: [{ unitId: UNIT, displayName: UNIT, standardCategoryId: 'STOCK_CATEGORY', siUnit: 'KL', maxCapacity: 1 }],
  };
  await provisionIndustry({ context, bundle, markStale: async () => {} });
  return requireIndustry(context, industryId);
}

interface LakePoint {
  readonly east: number;
  readonly north: number;
  readonly depthCentimetres: number;
}

/** A round bowl, sounded on a slightly uneven grid of a third of a metre. */
function lake(count: number): LakePoint[] {
  const side = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, index) => {
    const [column, row] = [index % side, Math.floor(index / side)];
    const away = Math.hypot(column / side - 0.5, row / side - 0.5);
    return {
      east: (column + 0.1 * Math.sin(index)) * SPACING_DEGREES,
      north: (row + 0.1 * Math.cos(index)) * SPACING_DEGREES,
      depthCentimetres: Math.round(1000 * Math.max(0, 1 - away)),
    };
  });
}

const textOf = (points: readonly LakePoint[]): string =>
  `Distance (cm),Confidence (%),Latitude,Longitude\n${points
    .map(({ east, north, depthCentimetres }) => `${depthCentimetres},100,${north.toFixed(9)},${east.toFixed(9)}`)
    .join('\n')}\n`;

async function* oneFile(text: string): AsyncGenerator<SurveyFile> {
  yield {
    name: 'lake.csv',
    bytes: (async function* () {
      yield Buffer.from(text);
    })(),
  };
}
