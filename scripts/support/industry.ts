import type { Context } from '../../src/context.ts';
import type { Industry } from '../../src/domain/industry/industry.ts';
import { parseRequestDate } from '../../src/domain/time/business-date.ts';
import type { BusinessDate } from '../../src/domain/time/types.ts';
import { findIndustry } from '../../src/store/industries.ts';

/** @throws Error with a sentence when there is no such industry. */
export async function requireIndustry(context: Context, industryId: string): Promise<Industry> {
  const industry = await findIndustry(context.database, industryId, context.clock.now());
  if (industry === null) throw new Error(`--industry ${industryId}: there is no such industry; provision it first with: npm run provision -- bundle.json`);
  return industry;
}

/** @throws Error naming the option when the text is not a date. */
export function requireDate(option: string, text: string | undefined): BusinessDate {
  if (text === undefined) throw new Error(`${option} is missing, allowed is a date DD/MM/YYYY`);
  const date = parseRequestDate(text);
  if (date === null) throw new Error(`${option} is '${text}', allowed is a date DD/MM/YYYY`);
  return date;
}
