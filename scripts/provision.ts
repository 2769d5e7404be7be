import { provisioningReport } from '../src/industries/rules/provisioning/report.ts';
import { markStaleDays } from '../src/industries/provisioning/mark-stale-days.ts';
import { provisionIndustry } from '../src/industries/provisioning/provision-industry.ts';
import { readJsonFile } from './support/json-file.ts';
import { openService, runCommand } from './support/open.ts';

const COMMAND = {
  name: 'npm run provision',
  summary: 'Creates or updates an industry as the bundle says; every mistake is reported, nothing is half-written.',
  flags: {},
  operands: { called: 'bundle.json', least: 1, most: 1 },
} as const;

await runCommand(COMMAND, async ({ operands: [path = ''] }) => {
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
