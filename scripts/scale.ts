import { loadConfig } from '../src/config.ts';
import { createLeftovers } from './bench/leftovers.ts';
import { describeMachine } from './bench/machine.ts';
import { openScratch } from './bench/scratch.ts';
import { runScale, type Part } from './scale/run.ts';
import { ZONES } from './scale/site.ts';
import { runCommand } from './support/open.ts';
import { positiveNumber } from './support/numbers.ts';
import { endsWithLeftovers } from './support/stop-signals.ts';

const HEADER = ['job', 'jobs', 'process ms', 'database ms', 'ms an industry'];
const WIDTHS = [34, 7, 11, 11, 14];
const aligned = (cells: readonly string[]): string =>
  cells
    .map((cell, column) => (column === 0 ? cell.padEnd(WIDTHS[0] ?? 0) : cell.padStart(WIDTHS[column] ?? 0)))
    .join(' | ');
const shown = (milliseconds: number | null): string => (milliseconds === null ? '?' : milliseconds.toFixed(0));

/** The costs of a part as a table, the dearest first. */
function partTable({ name, sites, costs, jobsWaiting, processMegabytes, databaseMegabytes }: Part): string {
  const rows = [...costs].map(([job, cost]) => ({ job, ...cost, all: cost.process + (cost.database ?? 0) }));
  const sorted = rows.toSorted((a, b) => b.all - a.all);
  const total = rows.reduce((sum, { all }) => sum + all, 0);
  return [
    `${name}, ${sites} industries: ${shown(total)} ms; at most ${jobsWaiting} jobs waited; process ${shown(processMegabytes)} MB, database ${shown(databaseMegabytes)} MB`,
    aligned(HEADER),
    ...sorted.map(({ job, jobs, process, database, all }) =>
      aligned([job, String(jobs), shown(process), shown(database), (all / sites).toFixed(2)]),
    ),
  ].join('\n');
}

const COMMAND = {
  name: 'npm run scale',
  summary:
    'What a minute and a morning of many industries cost in processor time, jobs that wait and memory, by a simulated clock.',
  flags: {
    industries: { value: 'NUMBER', what: 'how many; 100 without it' },
    units: { value: 'NUMBER', what: 'units of each; 100 without it' },
    zones: { value: 'NUMBER', what: 'time zones over which they are spread; 30 at most and without it' },
    history: { value: 'NUMBER', what: 'days before the running one, with readings and figures; none without it' },
    mornings: { value: 'NUMBER', what: 'industries of one time zone whose morning is run; 30 at most without it' },
  },
  notes: [
    'The database is one of its own as for `npm run bench`: the embedded engine in a temporary directory, or with DATABASE_URL a',
    'database on that server. Processor time of the server is told where it runs on this machine.',
  ],
} as const;

await runCommand(COMMAND, async ({ values }) => {
  const { databaseUrl } = loadConfig('command');
  const options = {
    industries: Math.round(positiveNumber('industries', values.industries, 100)),
    units: Math.round(positiveNumber('units', values.units, 100)),
    zones: Math.min(ZONES.length, Math.round(positiveNumber('zones', values.zones, ZONES.length))),
    history: Math.round(values.history === undefined ? 0 : positiveNumber('history', values.history, 0)),
    mornings: Math.round(positiveNumber('mornings', values.mornings, 30)),
  };
  const leftovers = createLeftovers();
  endsWithLeftovers(leftovers);
  try {
    const { context } = await openScratch(databaseUrl, leftovers);
    await runScale(context, options, databaseUrl !== null, {
      say: (text) => void process.stderr.write(`scale: ${text}\n`),
      tell: (part) => void process.stdout.write(`${partTable(part)}\n\n`),
    });
    process.stdout.write(`${await describeMachine(context.database, databaseUrl === null)}\n`);
    return 0;
  } finally {
    await leftovers.removeAll();
  }
});
