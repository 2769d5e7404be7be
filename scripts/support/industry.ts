import type { Context } from '../../src/context.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { readRequestDate } from '../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../src/kernel/time/types.ts';
import { findIndustry } from '../../src/platform/directory/store/industries.ts';

/** @throws Error with a sentence for an unknown industry. */
export async function requireIndustry(context: Context, industryId: string): Promise<Industry> {
  const industry = await findIndustry(context.database, industryId, context.clock.now());
  if (industry === null)
    throw new Error(
      `--industry ${industryId}: there is no such industry; provision it first with: npm run provision -- bundle.json`,
    );
  return industry;
}

/** @throws Error naming the option of a text that is no date. */
export function requireDate(option: string, text: string): BusinessDate {
  const { date, problem } = readRequestDate(text);
  if (date === undefined) throw new Error(`${option} is '${text}', which ${problem}`);
  return date;
}

/** @throws Error naming the option of a text that is no date, or when the first date is after the last. */
export function requireSpan({
  from,
  to,
}: {
  readonly from: string;
  readonly to: string;
}): [BusinessDate, BusinessDate] {
  const span: [BusinessDate, BusinessDate] = [requireDate('--from', from), requireDate('--to', to)];
  if (span[0] > span[1]) throw new Error(`--from is '${from}', which is after --to, '${to}'`);
  return span;
}
