import { provisioningReport } from '../src/domain/provisioning/report.ts';
import { markStaleDays } from '../src/services/provisioning/mark-stale-days.ts';
import { provisionIndustry } from '../src/services/provisioning/provision-industry.ts';
import { readJsonFile } from './support/json-file.ts';
import { openService, runCommand } from './support/open.ts';

const USAGE = 'Usage: npm run provision -- bundle.json';

await runCommand(async () => {
  const [path, ...others] = process.argv.slice(2);
  if (path === undefined || path.startsWith('-') || others.length > 0) throw new Error(USAGE);
  const bundle = await readJsonFile(path);
  const { context, close } = await openService();
  try {
    const result = await provisionIndustry({ context, bundle, markStale: markStaleDays(context) });
    process.stdout.write(`${provisioningReport(result).join('\n')}\n`);
    return 0;
  } finally {
    await close();
  }
});
