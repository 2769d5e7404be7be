import { basename } from 'node:path';
import { noQueue } from '../src/platform/queue/client.ts';
import type { IngestResult } from '../src/readings/ingest.ts';
import { readChoices } from '../src/readings/rules/meter-file/choices.ts';
import { importFile } from './support/import-file.ts';
import { changedDaysText, importMeterFile, isReadingsFile, understoodLines } from './support/import-meter-file.ts';
import { requireIndustry } from './support/industry.ts';
import { openService, runCommand } from './support/open.ts';
import { createProgress } from './support/progress.ts';

const COMMAND = {
  name: 'npm run import',
  summary: 'Stores readings from files, gzip too. Importing again changes nothing.',
  flags: {
    industry: { value: 'ID', required: true, what: 'the industry' },
    'dry-run': { what: 'says what the files hold and what would become of it; nothing is stored' },
    timezone: { value: 'ZONE', what: "zone of times without offset; the industry's own unless given" },
    'date-order': { value: 'dmy|mdy|ymd', what: 'order of day, month and year where all dates can be read in several' },
    decimal: { value: 'point|comma', what: 'decimal sign where all numbers can be read both ways' },
    measure: { value: 'm3|KL|L|kWh|..', what: 'measure of columns whose head names none' },
    kind: { value: 'register|interval', what: 'what columns hold whose head does not say' },
    columns: {
      value: "'2=UNIT:m3:register;3=-'",
      what: 'columns by number, where their heads do not say; - leaves out',
    },
  },
  operands: { called: 'file.csv [more.xlsx ..]', least: 1, most: Number.POSITIVE_INFINITY },
  notes: [
    'Readings CSV of any length: unitId,createdOn,value,summedValue,interpolated,offlinePeriod,params, in any order; createdOn is an ISO 8601 instant with offset.',
    'Any other CSV or .xlsx is read as meters export it: docs/how-to/history.md.',
    'Exit code 2: rows were refused, or with --dry-run would be, or something is asked; refused rows wait in quarantine with their reason. Exit code 1: an error, such as a question that is left open without --dry-run.',
  ],
} as const;

/** What a readings CSV says itself. Its values are in thousandths of `siUnit`, whatever a flag says of them. */
const SAID_BY_READINGS = ['measure', 'kind', 'columns'] as const;

/** Prints the verdict. @param lineOf the number by which a person finds a refused row */
function printVerdict(result: IngestResult, name: string, lineOf: (index: number) => number): void {
  const { received, inserted, updated, unchanged, rejected } = result;
  process.stdout.write(
    `${name}: ${received} received, ${inserted} inserted, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected\n`,
  );
  for (const [reason, count] of Object.entries(result.reasons)) process.stdout.write(`  ${reason}: ${count}\n`);
  for (const error of result.errors.slice(0, 10))
    process.stdout.write(`  row ${lineOf(error.index)}: ${error.reason}\n`);
}

await runCommand(COMMAND, async ({ values, operands }) => {
  const isTried = values['dry-run'];
  const choices = readChoices({ ...values, dateOrder: values['date-order'] });
  const { context, close } = await openService();
  try {
    const industry = await requireIndustry(context, values.industry);
    let isRefused = false;
    for (const path of operands) {
      const name = basename(path);
      let result: IngestResult | null;
      // A file that cannot be read is told when its rows are.
      const isReadings = await isReadingsFile(path).catch(() => null);
      const unheeded = SAID_BY_READINGS.find((flag) => isReadings === true && values[flag] !== undefined);
      if (unheeded !== undefined)
        throw new Error(
          `--${unheeded}: ${name} is a readings CSV, whose columns have their meaning, and takes no such flag; nothing of it was stored`,
        );
      if (!isTried && isReadings !== false) {
        const progress = createProgress(name, 'rows');
        result = await importFile(context, noQueue, industry, path, progress.update).finally(progress.finish);
        printVerdict(result, name, (index) => index + 2);
      } else {
        const { opened, result: came } = await importMeterFile(context, noQueue, industry, path, { choices, isTried });
        result = came;
        process.stdout.write(`${name}: ${understoodLines(opened).join('\n  ')}\n`);
        if (result !== null)
          printVerdict(result, isTried ? `${name}, nothing stored` : name, (index) =>
            opened.understood === null ? index + 2 : index,
          );
      }
      isRefused ||= result === null || result.rejected > 0;
      if (result !== null && result.staleDates.length > 0)
        process.stdout.write(
          isTried
            ? `  figures would change on ${changedDaysText(result)}\n`
            : `  ${changedDaysText(result)} changed; the running service rebuilds them, or: npm run batch\n`,
        );
    }
    return isRefused ? 2 : 0;
  } finally {
    await close();
  }
});
