import { readOverview } from '../../src/balance/overview.ts';
import type { Context } from '../../src/context.ts';
import type { LiveFigure } from '../../src/window/demonstration.ts';
import { requireIndustry } from '../support/industry.ts';
import { CANTERBURY } from './sample.ts';

/** The one by which answers are divided when nobody asks for another. */
const DIVISION_FACTOR = 1000;

/** Canterbury's inflow since its business day began, by the overview that the page Today is made of. */
export async function liveFigure(context: Context): Promise<LiveFigure | null> {
  const industry = await requireIndustry(context, CANTERBURY.industryId);
  const overview = await readOverview(context, industry, {
    date: null,
    divisionFactor: DIVISION_FACTOR,
    withUsual: false,
  });
  const inflow = overview.categories.find(({ side }) => side === 'in');
  if (inflow === undefined || inflow.value === null || inflow.siUnit === null) return null;
  const { value, siUnit, bound, estimatedShare } = inflow;
  return { industryName: industry.industryName, value, siUnit, bound, estimatedShare };
}
