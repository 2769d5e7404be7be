import { formatRequestDate } from '../src/kernel/time/business-date.ts';
import { rekeyIndustry } from '../src/industries/clock/rekey-industry.ts';
import { requireDate, requireIndustry } from './support/industry.ts';
import { openService, runCommand } from './support/open.ts';
import { createProgress } from './support/progress.ts';

const COMMAND = {
  name: 'npm run rekey',
  summary:
    'Makes the newest clock (time zone, shift, offset) count from an earlier business date on. Run again after a crash.',
  flags: {
    industry: { value: 'ID', required: true, what: 'the industry' },
    from: { value: 'DD/MM/YYYY', required: true, what: 'first business day on the newest clock' },
  },
} as const;

await runCommand(COMMAND, async ({ values }) => {
  const from = requireDate('--from', values.from);
  const { context, close } = await openService();
  try {
    const industry = await requireIndustry(context, values.industry);
    const progress = {
      readings: createProgress(`${industry.industryId} readings`, 'units'),
      documents: createProgress(`${industry.industryId} documents`, 'days'),
    };
    const result = await rekeyIndustry(context, industry, from, (stage, done, total) =>
      progress[stage].update(done, total, done),
    ).finally(() => {
      progress.readings.finish();
      progress.documents.finish();
    });
    const { readings, samples, rebuiltDates } = result;
    const [first, last] = [rebuiltDates[0], rebuiltDates.at(-1)];
    process.stdout.write(`${readings} readings and ${samples} samples moved\n`);
    process.stdout.write(
      first === undefined || last === undefined
        ? 'no document concerned\n'
        : `${rebuiltDates.length} days computed anew, ${formatRequestDate(first)} to ${formatRequestDate(last)}\n`,
    );
    return 0;
  } finally {
    await close();
  }
});
