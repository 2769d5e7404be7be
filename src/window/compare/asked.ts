import { firstOfMonth, formatRequestDate, lastOfMonth, readRequestDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { addressOf, requestDateOf } from '../dates.ts';
import type { ListedUnit } from '../units/choose-units.ts';
import type { Visit } from '../visit.ts';
import { AGAINST, type Against, type ComparedPeriod, periodBefore, yearBefore } from './periods.ts';

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
