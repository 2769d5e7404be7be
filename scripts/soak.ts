import { writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { loadConfig } from '../src/config.ts';
import { createLeftovers } from './bench/leftovers.ts';
import { tableHead, tableLine } from './bench/lines.ts';
import { soak } from './soak/run.ts';
import { kindTable, soakBounds } from './soak/verdict.ts';
import { runCommand } from './support/open.ts';

const COMMAND = {
  name: 'npm run soak',
  summary: 'The mixed day of a site against one process: devices, people, reports, a batch, alerts and streams.',
  flags: {
    minutes: { value: 'NUMBER', what: 'how long; 60 without it' },
    units: { value: 'NUMBER', what: 'units of the site; 1000 without it' },
    people: { value: 'NUMBER', what: 'people on pages and API; 50 without it' },
    load: { value: 'NUMBER', what: 'readings as a multiple of one of each unit every five minutes; 1 without it' },
    days: { value: 'NUMBER', what: 'days of history before the first request; 7 without it' },
    overload: { what: 'sends ten times what the service takes afterwards, and waits until all is as before' },
    json: { value: 'FILE', what: 'where all figures are written; soak.json without it' },
  },
  notes: [
    'Exit code 1 when a bound is missed. The database is one of its own as for `npm run bench`: the embedded engine in a temporary',
    'directory, or with DATABASE_URL a database on that server.',
  ],
} as const;

/** @throws Error when it is no number above 0. */
function positive(name: string, given: string | undefined, usual: number): number {
  const value = given === undefined ? usual : Number(given);
  if (!(value > 0 && Number.isFinite(value))) throw new Error(`--${name} is '${given}', allowed is a number above 0`);
  return value;
}

await runCommand(COMMAND, async ({ values }) => {
  const { databaseUrl } = loadConfig('command');
  const options = {
    minutes: positive('minutes', values.minutes, 60),
    units: Math.round(positive('units', values.units, 1000)),
    people: Math.round(positive('people', values.people, 50)),
    load: positive('load', values.load, 1),
    days: Math.round(positive('days', values.days, 7)),
    isOverloaded: values.overload,
  };
  const leftovers = createLeftovers();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      const end = (): never => process.exit(128 + constants.signals[signal]);
      leftovers.removeAll().then(end, end);
    });
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
