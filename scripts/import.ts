import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { noQueue } from '../src/queue/client.ts';
import { importFile } from './support/import-file.ts';
import { requireIndustry } from './support/industry.ts';
import { openService, runCommand } from './support/open.ts';
import { createProgress } from './support/progress.ts';

const USAGE = 'Usage: npm run import -- --industry ID file.csv [more.csv.gz ..]';

await runCommand(async () => {
  const { values, positionals } = parseArgs({ options: { industry: { type: 'string' } }, allowPositionals: true });
  if (values.industry === undefined || positionals.length === 0) throw new Error(USAGE);
  const { context, close } = await openService();
  try {
    const industry = await requireIndustry(context, values.industry);
    let rejected = 0;
    for (const path of positionals) {
      const progress = createProgress(basename(path), 'rows');
      const result = await importFile(context, noQueue, industry, path, progress.update).finally(progress.finish);
      rejected += result.rejected;
      process.stdout.write(`${basename(path)}: ${result.received} received, ${result.inserted} inserted, ${result.updated} updated, ${result.unchanged} unchanged, ${result.rejected} rejected\n`);
      for (const [reason, count] of Object.entries(result.reasons)) process.stdout.write(`  ${reason}: ${count}\n`);
      for (const error of result.errors.slice(0, 10)) process.stdout.write(`  row ${error.index + 2}: ${error.reason}\n`);
      if (result.staleDates.length > 0) process.stdout.write(`  ${result.staleDates.length} closed business days changed; the running service rebuilds them, or: npm run batch\n`);
    }
    return rejected > 0 ? 2 : 0;
  } finally {
    await close();
  }
});
