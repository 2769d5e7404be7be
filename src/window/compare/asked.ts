import {
  firstOfMonth,
  formatRequestDate,
  lastOfMonth,
  readRequestDate,
  addDays,
  addMonths,
  daysBetween,
  firstOfYear,
  firstOfNextYear,
} from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { addressOf, requestDateOf } from '../dates.ts';
import type { ListedUnit } from '../units/choose-units.ts';
import type { Visit } from '../page.ts';
import { dateText, wholeMonthText } from '../../kernel/format/date-text.ts';
import { fill, type Texts } from '../texts.ts';

interface ComparedPeriod {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/** Other periods that are chosen by a word. */
export const AGAINST = ['year', 'before', 'other'] as const;
type Against = (typeof AGAINST)[number];

const MONTHS_OF_YEAR = 12;

/** The last day of a month stays one, because months differ in length. */
const earlierLast = (date: BusinessDate, months: number): BusinessDate =>
  date === lastOfMonth(date) ? lastOfMonth(addMonths(firstOfMonth(date), -months)) : addMonths(date, -months);

/** The same days a year ago. */
export const yearBefore = ({ from, to }: ComparedPeriod): ComparedPeriod => ({
  from: addMonths(from, -MONTHS_OF_YEAR),
  to: earlierLast(to, MONTHS_OF_YEAR),
});

/** The period that ends where this one begins: as many whole months, else as many days. */
export function periodBefore({ from, to }: ComparedPeriod): ComparedPeriod {
  const last = addDays(from, -1);
  if (from !== firstOfMonth(from) || to !== lastOfMonth(to))
    return { from: addDays(from, -1 - daysBetween(from, to)), to: last };
  const months =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * MONTHS_OF_YEAR
    + Number(to.slice(5, 7))
    - Number(from.slice(5, 7))
    + 1;
  return { from: addMonths(from, -months), to: last };
}

/** `October 2026`, `2026`, `04 Jun 2026`, `01 Oct 2026 to 05 Oct 2026`. */
export function periodName({ from, to }: ComparedPeriod, texts: Texts): string {
  if (from === to) return dateText(from, texts.language);
  if (from === firstOfYear(from) && addDays(to, 1) === firstOfNextYear(from)) return from.slice(0, 4);
  if (from === firstOfMonth(from) && to === lastOfMonth(from)) return wholeMonthText(from, texts.language);
  return fill(texts.figures.span, { from: dateText(from, texts.language), to: dateText(to, texts.language) });
}

export const COMPARE_PATH = '/app/compare';
export const MOST_UNITS = 6;
export const SCALES = ['value', 'percent'] as const;
type Scale = (typeof SCALES)[number];

/** The whole state of the page, as its address has it. */
export interface AskedComparison {
  /** The named units, without names that are no unit of the industry. */
  readonly units: readonly ListedUnit[];
  readonly period: ComparedPeriod;
  readonly against: Against;
  /** The other period of one unit; null: units are compared, or it is still to be chosen. */
  readonly other: ComparedPeriod | null;
  readonly scale: Scale;
  /** Of a quality unit. */
  readonly parameter: string | null;
}

/** A date of the address that is none, as it was typed. */
export class NoDate extends Error {}

export function askedOf({ c, clock }: Pick<Visit, 'c' | 'clock'>, all: readonly ListedUnit[]): AskedComparison {
  const day = (name: string): BusinessDate | null => {
    const typed = c.req.query(name) || null;
    if (typed === null) return null;
    const { date } = readRequestDate(requestDateOf(typed));
    if (date === undefined) throw new NoDate(typed);
    return date;
  };
  const wanted = [...new Set(c.req.queries('unit') ?? [])].slice(0, MOST_UNITS);
  const units = wanted.flatMap((unitId) => all.find((unit) => unit.unitId === unitId) ?? []);
  const from = day('from') ?? firstOfMonth(clock.today);
  const period = { from, to: day('to') ?? lastOfMonth(from) };
  const against = AGAINST.find((one) => one === c.req.query('against')) ?? 'year';
  const [otherFrom, otherTo] = [day('otherFrom'), day('otherTo')];
  const own = otherFrom === null || otherTo === null ? null : { from: otherFrom, to: otherTo };
  const parameters = units.some(({ kind }) => kind === 'QUALITY') ? Object.keys(units[0]?.params ?? {}) : [];
  const parameter = parameters.find((one) => one === c.req.query('parameter')) ?? parameters[0] ?? null;
  const isOrdered = period.from <= period.to;
  return {
    units,
    period,
    against,
    other: units.length !== 1 ? null : against === 'other' ? own : !isOrdered ? null : otherPeriod(period, against),
    scale: SCALES.find((one) => one === c.req.query('scale')) ?? 'value',
    parameter,
  };
}

const otherPeriod = (period: ComparedPeriod, against: Exclude<Against, 'other'>): ComparedPeriod =>
  against === 'year' ? yearBefore(period) : periodBefore(period);

/** Query of GET /api/user/comparison. */
export const comparisonQuery = ({ units, period, other, parameter }: AskedComparison) => ({
  unitIds: units.map(({ unitId }) => unitId).join(','),
  from: formatRequestDate(period.from),
  to: formatRequestDate(period.to),
  otherFrom: other === null ? null : formatRequestDate(other.from),
  otherTo: other === null ? null : formatRequestDate(other.to),
  by: period.from === period.to && (other === null || other.from === other.to) ? 'hour' : 'day',
  parameter,
  profile: true,
});

/** A comparison is asked for once there is something to compare with. */
export const isWhole = ({ units, other }: AskedComparison): boolean =>
  units.length > 1 || (units.length === 1 && other !== null);

/** The month of a day of a unit against the same month a year ago. */
export const yearAddress = (unitId: string, date: BusinessDate): string =>
  addressOf(COMPARE_PATH, {
    unit: unitId,
    from: formatRequestDate(firstOfMonth(date)),
    to: formatRequestDate(lastOfMonth(date)),
    against: 'year',
  });
