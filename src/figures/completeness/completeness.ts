import type { DataContext } from '../../context.ts';
import { heldOfDay } from '../rules/completeness/held-of-day.ts';
import { divisorFor } from '../rules/device-data/categories.ts';
import type { Figure } from '../../kernel/document/types.ts';
import { figureToDisplay } from '../rules/figures/display.ts';
import { requireRange, START_AND_END } from '../rules/figures/span.ts';
import { type Industry, requireUnit, unitAsOf } from '../../kernel/industry/industry.ts';
import { industryFrom } from '../../kernel/industry/retired.ts';
import { dayWindow } from '../../kernel/time/business-clock.ts';
import { formatRequestDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { dayChange } from '../store/changes.ts';
import { dayEdits, heldRows, lateReadings } from '../store/completeness.ts';
import { staleDays } from '../../ledger/store/ledger.ts';

interface DayAsked {
  readonly unitId: string;
  readonly date: BusinessDate;
  /** Divisor of the figures, not 0. */
  readonly divisionFactor: number;
}

const MOST_HELD_READ = 2_000;
const MOST_EDITS = 50;

/** @throws ServiceError 404 for a unit that is not the industry's. */
export async function readCompleteness(
  { database }: Pick<DataContext, 'database'>,
  industry: Industry,
  { unitId, date, divisionFactor }: DayAsked,
) {
  const stored = requireUnit(industryFrom(industry, date), unitId);
  const unit = unitAsOf(stored, date);
  const day = dayWindow(industry.clock, date);
  const of = { industryKey: industry.industryKey, unitKey: stored.unitKey, date };
  const [late, held, change, edits] = await Promise.all([
    lateReadings(database, of, day.endEpochMs),
    heldRows(database, industry.industryKey, unitId, MOST_HELD_READ),
    dayChange(database, stored.unitKey, date),
    dayEdits(database, of, day, MOST_EDITS),
  ]);
  const shown = (figure: Figure): Figure => figureToDisplay(figure, divisorFor(unit, unit, divisionFactor));
  return {
    unitId,
    unitName: unit.displayName,
    siUnit: unit.siUnit,
    date: formatRequestDate(date),
    late: {
      readings: late.readings,
      firstReceivedAt: late.firstReceivedAt?.toISOString() ?? null,
      lastReceivedAt: late.lastReceivedAt?.toISOString() ?? null,
    },
    held: { ...heldOfDay(held, day), isComplete: held.length < MOST_HELD_READ },
    change:
      change === null
        ? null
        : {
            causes: change.causes,
            oldValue: shown(change.oldValue),
            newValue: shown(change.newValue),
            computedAt: change.computedAt.toISOString(),
          },
    edits: edits.map(({ madeAt, undoneAt, ...edit }) => ({
      ...edit,
      madeAt: madeAt.toISOString(),
      undoneAt: undoneAt?.toISOString() ?? null,
    })),
  };
}

/** @throws ServiceError 1403 as {@link requireRange} says. */
export async function listStaleDays(
  { database }: Pick<DataContext, 'database'>,
  { industryKey }: Pick<Industry, 'industryKey'>,
  from: BusinessDate,
  to: BusinessDate,
) {
  requireRange(from, to, START_AND_END);
  return (await staleDays(database, industryKey, from, to)).map(({ businessDate, causes, markedAt, unitKeys }) => ({
    date: formatRequestDate(businessDate),
    causes,
    markedAt: markedAt.toISOString(),
    // A day that was never processed is rebuilt wholly.
    units: unitKeys.length === 0 ? null : unitKeys.length,
  }));
}
