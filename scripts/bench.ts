import { parseArgs } from 'node:util';
import { formatTable, type Line } from './bench/lines.ts';
import { describeMachine } from './bench/machine.ts';
import { runRow } from './bench/run-row.ts';
import { chosenRows, chosenShare } from './bench/rows.ts';
import { runCommand } from './support/open.ts';

/*
 * Prints what the service reaches, measured against the bare database in the same run (Design, Numbers to reach). Every row has a
 * database of its own that is removed afterwards: the embedded engine in a temporary directory, or, with DATABASE_URL, a database
 * created on that server.
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { full: { type: 'boolean', default: false }, share: { type: 'string' }, only: { type: 'string' } } });
  const databaseUrl = process.env['DATABASE_URL'] || undefined;
  const rows = chosenRows(values.only);
  const share = chosenShare(values, databaseUrl !== undefined);
  const lines: Line[] = [];
  const failures: string[] = [];
  let machine = '';
  for (const row of rows) {
    try {
      lines.push(...await runRow(row, databaseUrl, share, async (db) => { machine = await describeMachine(db, databaseUrl === undefined); }));
    } catch (error) {
      failures.push(`${row.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  process.stdout.write(`${formatTable(lines)}\n\n${machine}; ${share === 1 ? 'full sizes' : `${share} of the full sizes`}\n`);
  for (const failure of failures) process.stderr.write(`${failure}\n`);
  return failures.length > 0 ? 1 : 0;
});
