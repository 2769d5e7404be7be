import { loadConfig } from '../src/config.ts';
import { reasonOf } from '../src/kernel/reason-of.ts';
import { createLeftovers } from './bench/leftovers.ts';
import { tableHead, tableLine } from './bench/lines.ts';
import { describeMachine } from './bench/machine.ts';
import { runRow } from './bench/run-row.ts';
import { chosenRows, chosenShare, ROW_NAMES } from './bench/rows.ts';
import { removeEndedDatabases } from './bench/server-database.ts';
import { runCommand } from './support/open.ts';
import { endsWithLeftovers } from './support/stop-signals.ts';

const COMMAND = {
  name: 'npm run bench',
  summary:
    'What the service reaches, measured against the bare database in the same run; a line as soon as it is known.',
  flags: {
    full: { what: 'full sizes; without it a tenth of them on the embedded engine' },
    share: { value: 'NUMBER', what: 'share of the full sizes, above 0 and up to 1' },
    'remove-leftovers': { what: 'runs nothing; removes what benches that were killed have left on the server' },
    only: { value: 'ROW,ROW', what: `these rows: ${ROW_NAMES.join(', ')}` },
  },
  notes: [
    'Every row has a database of its own, which is removed afterwards, also when the bench fails or is stopped: the embedded engine in a',
    'temporary directory, or with DATABASE_URL a database on that server. Its login then needs CREATEDB, and the right to create the extension.',
  ],
} as const;

await runCommand(COMMAND, async ({ values }) => {
  const { databaseUrl } = loadConfig('command');
  if (values['remove-leftovers']) {
    const told = databaseUrl === null ? [] : await removeEndedDatabases(databaseUrl);
    process.stdout.write(`${told.length === 0 ? 'nothing is left' : told.join('\n')}\n`);
    return 0;
  }
  const rows = chosenRows(values.only);
  const share = chosenShare(values, databaseUrl !== null);
  const leftovers = createLeftovers();
  endsWithLeftovers(leftovers);
  let machine = '';
  let failed = 0;
  process.stdout.write(`${tableHead()}\n`);
  for (const row of rows) {
    try {
      const ofRow = values.full || values.share !== undefined ? share : (row.shareByDefault ?? share);
      await runRow(row, databaseUrl, ofRow, leftovers, {
        onOpen: async (db) => {
          machine = await describeMachine(db, databaseUrl === null);
        },
        onLines: (lines) => {
          process.stdout.write(lines.map((line) => `${tableLine(line)}\n`).join(''));
        },
      });
    } catch (error) {
      failed += 1;
      process.stderr.write(`${row.name}: ${reasonOf(error)}\n`);
    }
  }
  process.stdout.write(`\n${machine}; ${share === 1 ? 'full sizes' : `${share} of the full sizes`}\n`);
  return failed > 0 ? 1 : 0;
});
