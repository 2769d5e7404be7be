import { basename } from 'node:path';
import { noQueue } from '../src/platform/queue/client.ts';
import { importFile } from './support/import-file.ts';
import { requireIndustry } from './support/industry.ts';
import { openService, runCommand } from './support/open.ts';
import { createProgress } from './support/progress.ts';

const COMMAND = {
  name: 'npm run import',
  summary: 'Stores readings from CSV files, gzip too. Importing again changes nothing.',
  flags: { industry: { value: 'ID', required: true, what: 'the industry' } },
  operands: { called: 'file.csv [more.csv.gz ..]', least: 1, most: Number.POSITIVE_INFINITY },
  notes: [
    'Columns: unitId,createdOn,value,summedValue,interpolated,offlinePeriod,params, in any order; createdOn is an ISO 8601 instant with offset.',
    'Exit code 2: rows were refused; they wait in quarantine with their reason.',
  ],
} as const;

await runCommand(COMMAND, async ({ values, operands }) => {
  const { context, close } = await openService();
  try {
    const industry = await requireIndustry(context, values.industry);
    let rejected = 0;
    for (const path of operands) {
      const progress = createProgress(basename(path), 'rows');
      const result = await importFile(context, noQueue, industry, path, progress.update).finally(progress.finish);
      rejected += result.rejected;
      process.stdout.write(
        `${basename(path)}: ${result.received} received, ${result.inserted} inserted, ${result.updated} updated, ${result.unchanged} unchanged, ${result.rejected} rejected\n`,
      );
      for (const [reason, count] of Object.entries(result.reasons)) process.stdout.write(`  ${reason}: ${count}\n`);
      for (const error of result.errors.slice(0, 10))
        process.stdout.write(`  row ${error.index + 2}: ${error.reason}\n`);
      if (result.staleDates.length > 0)
        process.stdout.write(
          `  ${result.staleDates.length} closed business days changed; the running service rebuilds them, or: npm run batch\n`,
        );
    }
    return rejected > 0 ? 2 : 0;
  } finally {
    await close();
  }
});
