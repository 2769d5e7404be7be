import { daysBetween, formatRequestDate } from '../src/kernel/time/business-date.ts';
import { COMMAND as BY_COMMAND } from '../src/platform/login/rules/caller.ts';
import { withRetired } from '../src/kernel/industry/retired.ts';
import { auditRange } from '../src/figures/processing/batch.ts';
import { processDays } from '../src/figures/processing/process.ts';
import { wholeRun } from '../src/figures/processing/request.ts';
import { requireIndustry, requireSpan } from './support/industry.ts';
import { openService, runCommand } from './support/open.ts';
import { createProgress } from './support/progress.ts';

const COMMAND = {
  name: 'npm run batch',
  summary: 'Processes business days into documents, with their months and years.',
  flags: {
    industry: { value: 'ID', required: true, what: 'the industry' },
    from: { value: 'DD/MM/YYYY', required: true, what: 'first business day' },
    to: { value: 'DD/MM/YYYY', required: true, what: 'last business day' },
    units: { value: 'ID,ID', what: 'these units and what is computed from them; absent: all' },
    recompute: { what: 'also days of which nothing has changed since they were processed; otherwise these are left' },
    'dry-run': { what: 'writes nothing and lists what would be new or changed' },
  },
} as const;

await runCommand(COMMAND, async ({ values }) => {
  const [from, to] = requireSpan(values);
  const { context, close } = await openService();
  try {
    const industry = await requireIndustry(context, values.industry);
    const unitIds = values.units === undefined ? null : new Set(values.units.split(',').map((unitId) => unitId.trim()));
    const unknown = [...(unitIds ?? [])].filter((unitId) => !withRetired(industry).units.has(unitId));
    if (unknown.length > 0)
      throw new Error(`--units ${unknown.join(',')}: not a unit of industry ${industry.industryId}`);
    const progress = createProgress(`${industry.industryId} documents`, 'days');
    let days = 0;
    const request = {
      ...wholeRun(industry, from, to),
      unitIds,
      write: !values['dry-run'],
      recompute: values.recompute,
    };
    if (request.write) await auditRange({ context, actor: BY_COMMAND, request });
    const result = await processDays(context, request, () =>
      progress.update((days += 1), daysBetween(from, to) + 1, days),
    ).finally(progress.finish);
    const { computed, written, wouldWrite } = result;
    const sealed = result.sealedStretches.map((stretch) => stretch.map(formatRequestDate).join(' to '));
    const leftOut = [
      [result.daysNotEnded, 'not ended yet'],
      [result.daysSealed, `without their readings, which retention or the archive has removed (${sealed.join(', ')})`],
      [result.daysBeforeReadings, "before the year of the industry's first reading"],
      [result.daysUnchanged, 'unchanged since they were processed (--recompute computes them all the same)'],
    ] as const;
    process.stdout.write(
      `${result.days} days processed${leftOut.map(([count, why]) => (count > 0 ? `, ${count} left out: ${why}` : '')).join('')}\n`,
    );
    process.stdout.write(
      `documents: ${computed.daily} daily, ${computed.monthly} monthly, ${computed.yearly} yearly computed; `,
    );
    process.stdout.write(
      written === null
        ? 'dry run, nothing written\n'
        : `${written.daily}, ${written.monthly}, ${written.yearly} new or changed\n`,
    );
    for (const period of ['daily', 'monthly', 'yearly'] as const) {
      if (wouldWrite === null) break;
      const { inserted, changed, unchanged, ids } = wouldWrite[period];
      process.stdout.write(
        `${period}: ${inserted} would be new, ${changed} changed, ${unchanged} unchanged\n${ids.map((id) => `  ${id}\n`).join('')}`,
      );
      if (inserted + changed > ids.length) process.stdout.write(`  .. and ${inserted + changed - ids.length} more\n`);
    }
    return 0;
  } finally {
    await close();
  }
});
