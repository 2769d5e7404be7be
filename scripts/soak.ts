import { writeFile } from 'node:fs/promises';
import { loadConfig } from '../src/config.ts';
import { createLeftovers } from './bench/leftovers.ts';
import { tableHead, tableLine } from './bench/lines.ts';
import { soak } from './soak/run.ts';
import { kindTable, soakBounds } from './soak/verdict.ts';
import { positiveNumber } from './support/numbers.ts';
import { runCommand } from './support/open.ts';
import { endsWithLeftovers } from './support/stop-signals.ts';

const COMMAND = {
  name: 'npm run soak',
  summary: 'The mixed day of a site against one process: devices, people, reports, a batch, alerts and streams.',
  flags: {
    minutes: { value: 'NUMBER', what: 'how long; 60 without it' },
    units: { value: 'NUMBER', what: 'units of the site; 1000 without it' },
    people: { value: 'NUMBER', what: 'people on pages and API; 50 without it' },
    load: { value: 'NUMBER', what: 'readings as a multiple of one of each unit every five minutes; 1 without it' },
    days: { value: 'NUMBER', what: 'days of history before the first request; 35 without it' },
    overload: { what: 'sends ten times what the service takes afterwards, and waits until all is as before' },
    json: { value: 'FILE', what: 'where all figures are written; soak.json without it' },
  },
  notes: [
    'Exit code 1 when a bound is missed. The database is one of its own as for `npm run bench`: the embedded engine in a temporary',
    'directory, or with DATABASE_URL a database on that server.',
  ],
} as const;

await runCommand(COMMAND, async ({ values }) => {
  const { databaseUrl } = loadConfig('command');
  const options = {
    minutes: positiveNumber('minutes', values.minutes, 60),
    units: Math.round(positiveNumber('units', values.units, 1000)),
    people: Math.round(positiveNumber('people', values.people, 50)),
    load: positiveNumber('load', values.load, 1),
    days: Math.round(positiveNumber('days', values.days, 35)),
    isOverloaded: values.overload,
  };
  const leftovers = createLeftovers();
  endsWithLeftovers(leftovers);
  try {
    const soaked = await soak(options, databaseUrl, leftovers, (text) => void process.stderr.write(`soak: ${text}\n`));
    const [kinds, lines] = [soaked.recorder.figures(), soakBounds(soaked)];
    const { recorder: _, ...told } = soaked;
    await writeFile(values.json ?? 'soak.json', JSON.stringify({ options, ...told, kinds, lines }, null, 1));
    process.stdout.write(`${kindTable(kinds)}\n\n${tableHead()}\n`);
    process.stdout.write(lines.map((line) => `${tableLine(line)}\n`).join(''));
    process.stdout.write(`\n${JSON.stringify(soaked.devices)}; ${soaked.mails} mails; ${soaked.heard} events heard\n`);
    process.stdout.write(`${soaked.machine}\n`);
    return lines.some(({ met }) => met === false) ? 1 : 0;
  } finally {
    await leftovers.removeAll();
  }
});
