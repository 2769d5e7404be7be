import type { DataContext } from '../../context.ts';
import { type Industry, requireUnit } from '../../kernel/industry/industry.ts';
import { inPieces } from '../../kernel/pieces.ts';
import { withRetired } from '../../kernel/industry/retired.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { addDays } from '../../kernel/time/business-date.ts';
import { LEAK } from '../rules/detectors/leak.ts';
import { visibleLeakSentence } from '../rules/finding-sentence.ts';
import { visibleLeakInSteps } from '../rules/visible-leak.ts';
import { readUnits } from './read-units.ts';

/** Ended days that are read: as many as the rules judge a leak by, and those of the trials. */
const DAYS = 70;

/**
 * The smallest leak that the rules would tell of a unit within three days, by trial on its last days.
 * A retired unit is judged by the days that it has.
 * @throws ServiceError 404 for a unit that is not the industry's
 */
export async function readVisibleLeak(context: DataContext, industry: Industry, unitId: string) {
  const stored = requireUnit(withRetired(industry), unitId);
  const { siUnit } = stored.current;
  const last = addDays(businessDateOf(industry.clock, context.clock.now()), -1);
  const [unit] = await readUnits(context, industry, {
    units: [stored],
    from: addDays(last, 1 - DAYS),
    to: last,
    runningDay: null,
    learnFrom: new Map(),
    limitsOf: () => ({}),
  });
  if (unit === undefined || !LEAK.groups.includes(stored.current.group))
    return { unitId, siUnit, leak: null, says: null };
  const leak = await inPieces(visibleLeakInSteps(unit));
  return { unitId, siUnit, leak, says: visibleLeakSentence(leak, siUnit, 'en') };
}
