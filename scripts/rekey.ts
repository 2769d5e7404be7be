import { parseArgs } from 'node:util';
import { formatRequestDate } from '../src/domain/time/business-date.ts';
import { rekeyIndustry } from '../src/services/clock/rekey-industry.ts';
import { requireDate, requireIndustry } from './support/industry.ts';
import { openService, runCommand } from './support/open.ts';
import { createProgress } from './support/progress.ts';

const USAGE = 'Usage: npm run rekey -- --industry ID --from DD/MM/YYYY';

await runCommand(async () => {
  const { values } = parseArgs({ options: { industry: { type: 'string' }, from: { type: 'string' } } });
  if (values.industry === undefined) throw new Error(USAGE);
  const from = requireDate('--from', values.from);
  const { context, close } = await openService();
  try {
    const industry = await requireIndustry(context, values.industry);
    const progress = {
      readings: createProgress(`${industry.industryId} readings`, 'units'),
      documents: createProgress(`${industry.industryId} documents`, 'days'),
    };
    const result = await rekeyIndustry(context, industry, from, (stage, done, total) => progress[stage].update(done, total, done)).finally(() => {
      progress.readings.finish();
      progress.documents.finish();
    });
    const { readings, samples, rebuiltDates } = result;
    const [first, last] = [rebuiltDates[0], rebuiltDates.at(-1)];
    process.stdout.write(`${readings} readings and ${samples} samples moved\n`);
    process.stdout.write(first === undefined || last === undefined ? 'no document concerned\n'
      : `${rebuiltDates.length} days computed anew, ${formatRequestDate(first)} to ${formatRequestDate(last)}\n`);
    return 0;
  } finally {
    await close();
  }
});
