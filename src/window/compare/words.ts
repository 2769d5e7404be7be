import { changeDecimals, decimalsFor, figureText, isTelling, shareText } from '../../kernel/format/figure-text.ts';
import { markedText, MISSING } from '../figures.ts';
import { fill } from '../texts.ts';
import type { Visit } from '../page.ts';
import type { AskedComparison } from './asked.ts';
import { type ComparisonAnswer, type Side, sideName } from './series.ts';

const LOCALE = 'und';
const HOURS_OF_DAY = 24;

/** `at least 1 240 KL †`. */
function valueText({ value, siUnit, bound, estimatedShare }: Side, decimals: number, texts: Visit['texts']): string {
  if (value === null) return MISSING;
  return markedText(`${figureText(value, decimals)} ${siUnit}`.trim(), { bound, estimatedShare }, texts);
}

export const valueDecimals = (sides: readonly Side[]): number => decimalsFor(sides.flatMap(({ value }) => value ?? []));

const WHYS = {
  missing: 'notMeasured',
  'little measured': 'littleMeasured',
  'other unit of measure': 'otherMeasure',
} as const;

/** `October 2026: 1 240 KL, 8 % more than October 2025 (1 148 KL).`, one for each side behind the first. */
export function differenceSentences(
  visit: Visit,
  { sides }: ComparisonAnswer,
  asked: AskedComparison,
): readonly string[] {
  const { texts } = visit;
  const t = texts.compare;
  const [first, ...others] = sides;
  if (first === undefined) return [];
  return others.map((side) => {
    const { difference, siUnit } = side;
    const decimals = first.siUnit === siUnit ? valueDecimals([first, side]) : null;
    const told = {
      name: sideName(visit, first, asked),
      value: valueText(first, decimals ?? valueDecimals([first]), texts),
      other: sideName(visit, side, asked),
      otherValue: valueText(side, decimals ?? valueDecimals([side]), texts),
    };
    const amount = difference?.amount ?? null;
    if (difference === null || amount === null)
      return fill(t.uncompared, { ...told, why: t[WHYS[difference?.why ?? 'missing']] });
    if (amount === 0) return fill(t.same, told);
    const { share } = difference;
    const size =
      share !== null && isTelling(share)
        ? shareText(Math.abs(share), changeDecimals(share, 0), LOCALE)
        : `${figureText(Math.abs(amount), decimalsFor([amount]))} ${siUnit}`.trim();
    return fill(amount > 0 ? t.more : t.less, { ...told, size });
  });
}

/** Lines about what was compared: how many days of a running period, hours of days whose clocks change. */
export function comparedNotes(visit: Visit, found: ComparisonAnswer, asked: AskedComparison): readonly string[] {
  const { texts, clock } = visit;
  const t = texts.compare;
  const { sides, cut, by } = found;
  const [first] = sides;
  if (first === undefined) return [];
  const isHourly = by === 'hour';
  const counts = new Set(sides.map(({ comparedBuckets }) => comparedBuckets));
  const most = Math.max(...counts);
  const running = asked.period.from > clock.today ? t.notBegun : t.nothingEnded;
  const cutLine = most === 0 ? running : fill(isHourly ? t.cutHours : t.cutDays, { count: most });
  const lengths = sides.map((side) =>
    fill(isHourly ? t.hoursOf : t.daysOf, { name: sideName(visit, side, asked), count: side.comparedBuckets }),
  );
  const hasOddDay = isHourly && sides.some(({ buckets }) => buckets !== 0 && buckets !== HOURS_OF_DAY);
  return [
    ...(cut ? [cutLine] : []),
    ...(counts.size > 1 ? [`${lengths.join(', ')}.`] : []),
    ...(hasOddDay ? [t.clocksChange] : []),
  ];
}
