import { MOST_CUSTOM_DAYS } from '../../figures/rules/figures/span.ts';
import { invalid, ServiceError } from '../../kernel/errors.ts';
import {
  addDays,
  addMonths,
  daysBetween,
  firstOfMonth,
  formatRequestDate,
  lastOfMonth,
} from '../../kernel/time/business-date.ts';
import type { Bucket, DayRange, ReportPlan, ReportRequest } from './input.ts';
import { requireSupported } from './services-of-type.ts';
import type { ReportType } from './terms.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';

type Asked = Pick<ReportRequest, 'reportType' | 'service' | 'startDate' | 'endDate'>;
/** Null: a required end date is missing. */
interface Ends extends Pick<ReportPlan, 'endDate' | 'endDateActual'> {
  readonly days: DayRange | null;
}

const EMPTY: Ends = { endDate: null, endDateActual: null, days: null };
const DAYS_BEFORE_LAST_OF_WEEK = 6;

const through = (from: BusinessDate, to: BusinessDate): DayRange => ({ from, to });

/** The end of the start date's business day as the bound. */
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
 * Spec gap: the table does not say whether an end date is part of the period. A given end date is. An end date that
 * follows from startDate is the bound at which the period ends. weekly: the seven days that end with startDate.
 * summary: its month so far. A month is the whole month of startDate, and monthly_range has whole months.
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

const endsOf = (asked: Asked): Ends => RULES[asked.reportType](asked);

const BUCKET: Readonly<Record<ReportType, Bucket>> = {
  daily: 'hour',
  hourly: 'hour',
  granular: 'granule',
  weekly: 'day',
  monthly: 'day',
  summary: 'day',
  daily_range: 'day',
  custom: 'day',
  ai_summary: 'hour',
  monthly_range: 'month',
};

/** Spec gap: no bounds are stated. Hours and minutes of a month, days of three years, months of ten. */
const MOST_DAYS: Readonly<Record<Bucket, number>> = { granule: 31, hour: 31, day: MOST_CUSTOM_DAYS, month: 3660 };

const isWholeMonths = ({ from, to }: DayRange): boolean => from === firstOfMonth(from) && to === lastOfMonth(to);

/** The days before. Whole months have whole months before them, other days as many days. */
function before(days: DayRange): DayRange {
  if (isWholeMonths(days)) {
    const to = addDays(days.from, -1);
    const months =
      12 * (Number(days.to.slice(0, 4)) - Number(days.from.slice(0, 4)))
      + Number(days.to.slice(5, 7))
      - Number(days.from.slice(5, 7))
      + 1;
    return { from: addMonths(days.from, -months), to };
  }
  const count = daysBetween(days.from, days.to) + 1;
  return { from: addDays(days.from, -count), to: addDays(days.to, -count) };
}

/** The dates of the period a year earlier. Whole months keep whole months, because leap years must not matter. */
function yearBefore(days: DayRange): DayRange {
  const from = addMonths(days.from, -12);
  if (isWholeMonths(days)) return { from, to: lastOfMonth(addMonths(firstOfMonth(days.to), -12)) };
  return { from, to: addDays(from, daysBetween(days.from, days.to)) };
}

/**
 * Days that a request means, and the days they are compared with.
 * @throws ServiceError 1403 for a reportType that the service does not have, for an end before the start and for more
 * days than a report holds.
 */
export function planOf(request: ReportRequest): ReportPlan {
  const { reportType, service, startDate } = request;
  requireSupported(reportType, service);
  // Incidents have instants of their own, so no minutes of meters are read for them.
  const bucket = service === 'alert' ? 'day' : BUCKET[reportType];
  const { days, ...ends } = endsOf(request);
  if (days === null) return { ...ends, days, bucket, previous: null, lastYear: null };
  requireOrder(days, request);
  requireLength(days, bucket, startDate);
  return { ...ends, days, bucket, previous: before(days), lastYear: yearBefore(days) };
}

/**
 * Checks the order of days. Months of days in the wrong order may be in order, so the days themselves are compared too.
 */
function requireOrder({ from, to }: DayRange, { endDate, startDate, reportType }: ReportRequest): void {
  const isOrdered = reportType !== 'monthly_range' || endDate === null || startDate <= endDate;
  if (from <= to && isOrdered) return;
  throw new ServiceError(1403, 'startDate cannot be after endDate', [
    { field: 'endDate', problem: `'${formatRequestDate(endDate ?? to)}' is before startDate` },
  ]);
}

function requireLength({ from, to }: DayRange, bucket: Bucket, startDate: DayRange['from']): void {
  const days = daysBetween(from, to) + 1;
  if (days <= MOST_DAYS[bucket]) return;
  const problem =
    `'${formatRequestDate(to)}' makes ${days} days from ${formatRequestDate(startDate)}, `
    + `allowed are ${MOST_DAYS[bucket]}`;
  throw invalid(1403, 'endDate', problem);
}
