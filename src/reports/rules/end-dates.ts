import { addDays, daysBetween, firstOfMonth, lastOfMonth } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { DayRange, ReportPlan, ReportRequest } from './input.ts';
import type { ReportType } from './terms.ts';

type Asked = Pick<ReportRequest, 'reportType' | 'service' | 'startDate' | 'endDate'>;
/** null: a required end date is missing. */
interface Ends extends Pick<ReportPlan, 'endDate' | 'endDateActual'> {
  readonly days: DayRange | null;
}

const EMPTY: Ends = { endDate: null, endDateActual: null, days: null };
const DAYS_BEFORE_LAST_OF_WEEK = 6;

const through = (from: BusinessDate, to: BusinessDate): DayRange => ({ from, to });

/** The bound is the end of the start date's business day. */
function nextDay({ startDate }: Asked, days: DayRange): Ends {
  const bound = addDays(startDate, 1);
  return { endDate: bound, endDateActual: bound, days };
}

function monthOfStart({ service, startDate, endDate }: Asked): Ends {
  if (endDate !== null && (service === 'smart_city' || service === 'consolidated'))
    return { endDate, endDateActual: endDate, days: through(startDate, endDate) };
  const [first, last] = [firstOfMonth(startDate), lastOfMonth(startDate)];
  return {
    endDate: addDays(startDate, daysBetween(first, last) + 1),
    endDateActual: last,
    days: through(first, last),
  };
}

const given = ({ startDate, endDate }: Asked): Ends =>
  endDate === null ? EMPTY : { endDate, endDateActual: endDate, days: through(startDate, endDate) };

const givenMonths = (asked: Asked): Ends => {
  const ends = given(asked);
  return ends.days === null
    ? ends
    : { ...ends, days: through(firstOfMonth(ends.days.from), lastOfMonth(ends.days.to)) };
};

const givenAndNextDay = (asked: Asked): Ends => {
  const ends = given(asked);
  return ends.endDate === null ? ends : { ...ends, endDate: addDays(ends.endDate, 1) };
};

const oneDay = (asked: Asked): Ends => nextDay(asked, through(asked.startDate, asked.startDate));

/**
 * The end-date table of the specification, User: reports. `endDate` and `endDateActual` are the table's two columns;
 * `days` are the business days whose figures the report holds.
 * Spec gap: whether an end date is part of the period. One that the caller gives is. One that follows from startDate is
 * the bound at which the period ends. weekly: the seven days that end with startDate; summary: its month so far. A
 * month is the whole month of startDate, and monthly_range has whole months.
 */
const RULES: Readonly<Record<ReportType, (asked: Asked) => Ends>> = {
  daily: oneDay,
  weekly: (asked) => nextDay(asked, through(addDays(asked.startDate, -DAYS_BEFORE_LAST_OF_WEEK), asked.startDate)),
  summary: (asked) => nextDay(asked, through(firstOfMonth(asked.startDate), asked.startDate)),
  ai_summary: oneDay,
  monthly: monthOfStart,
  hourly: given,
  granular: givenAndNextDay,
  daily_range: given,
  monthly_range: givenMonths,
  custom: (asked) => (asked.endDate === null ? oneDay(asked) : given(asked)),
};

export const endsOf = (asked: Asked): Ends => RULES[asked.reportType](asked);
