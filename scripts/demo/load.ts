import type { Context } from '../../src/context.ts';
import { businessDateOf } from '../../src/domain/time/business-clock.ts';
import { addDays, businessDate, daysBetween } from '../../src/domain/time/business-date.ts';
import { noQueue } from '../../src/queue/client.ts';
import { processDays } from '../../src/services/batch/process.ts';
import { markStaleDays } from '../../src/services/provisioning/mark-stale-days.ts';
import { provisionIndustry } from '../../src/services/provisioning/provision-industry.ts';
import { importFile } from '../support/import-file.ts';
import { requireIndustry } from '../support/industry.ts';
import { createProgress } from '../support/progress.ts';
import { readBundle, type Sample, sampleFiles, shiftRow } from './sample.ts';

/** Provisions a sample industry, imports its readings moved by `weeks`, and processes every day that has ended. Repeatable. */
export async function loadSample(context: Context, sample: Sample, weeks: number, say: (line: string) => void): Promise<void> {
  await provisionIndustry({ context, bundle: await readBundle(sample), markStale: markStaleDays(context) });
  const industry = await requireIndustry(context, sample.industryId);
  say(`${industry.industryName} (${sample.industryId}): ${industry.units.size} units provisioned`);

  const now = context.clock.now();
  const files = sampleFiles(sample);
  const progress = createProgress(`${sample.industryId} readings`, 'rows');
  let rows = 0;
  for (const [index, { path }] of files.entries()) {
    const result = await importFile(context, noQueue, industry, path,
      (read, size, received) => progress.update(index + read / size, files.length, rows + received), (row) => shiftRow(row, weeks, now));
    rows += result.received;
    if (result.rejected > 0) throw new Error(`${path}: ${result.rejected} rows were refused: ${result.errors[0]?.reason}`);
  }
  progress.finish();
  say(`${rows} readings stored`);

  const from = addDays(businessDate(sample.firstDate), weeks * 7);
  const to = addDays(businessDateOf(industry.clock, now), -1);
  const documents = createProgress(`${sample.industryId} documents`, 'days');
  let days = 0;
  const { computed } = await processDays(context, {
    industry, from, to, unitIds: null, updateOnlyVirtual: false, daily: true, monthly: true, yearly: true, write: true,
  }, () => documents.update(days += 1, daysBetween(from, to) + 1, days));
  documents.finish();
  say(`${days} business days processed into ${computed.daily} daily, ${computed.monthly} monthly and ${computed.yearly} yearly documents`);
}
