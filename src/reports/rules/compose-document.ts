import { completenessOf, partsOfSpan } from '../../kernel/document/completeness.ts';
import type { UnitSpan } from '../../figures/rules/figures/unit-span.ts';
import { dateText } from '../../kernel/format/date-text.ts';
import { figureText, shareText } from '../../kernel/format/figure-text.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { firstOfMonth, lastOfMonth } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { ReportDocument, UnitCompleteness } from './document.ts';
import type { DayRange, ReportInput } from './input.ts';
import { progressOf } from './progress.ts';
import { annotationSections } from './sections/annotations.ts';

/** Content that a builder makes. Head, period and completeness are the same in all reports. */
type Content = Pick<ReportDocument, 'title' | 'question' | 'headlines' | 'attention' | 'sections'> & {
  readonly method: readonly string[];
  /** Reason for an empty report other than missing readings. */
  readonly empty?: string | null;
  readonly logo?: ReportDocument['logo'];
};

/** Neutral locale: figures have a narrow space for thousands and a point for decimals. */
const LOCALE = 'und';

export function composeDocument(input: ReportInput, content: Content): ReportDocument {
  const { request, plan, industry } = input;
  const days = plan.days ?? { from: request.startDate, to: request.startDate };
  return {
    service: request.service,
    reportType: request.reportType,
    layout: request.layout,
    industry: {
      industryId: industry.industryId,
      industryName: industry.industryName,
      place: industry.place,
      timezone: industry.clock.timezone,
      shiftStartAt: industry.clock.shiftStartAt,
    },
    title: content.title,
    question: content.question,
    period: { from: days.from, to: days.to, text: periodText(input, days) },
    generatedAtEpochMs: input.nowEpochMs,
    headlines: content.headlines,
    attention: content.attention,
    sections: [...content.sections, ...annotationSections(input)],
    completeness: completenessText(input),
    method: [...dividedOtherwise(request), ...content.method, ...keptToBusinessDays(input)],
    empty: content.empty ?? null,
    logo: content.logo ?? null,
    numberStyle: { locale: LOCALE },
  };
}

/** The usual division factor, because units of meters are a thousand of their milli-units. */
const USUAL_FACTOR = 1000;

/**
 * Note on an unusual division factor, because paper does not show the request. Incidents keep the units of their rules.
 */
const dividedOtherwise = ({ divisionFactor, service }: ReportInput['request']): readonly string[] =>
  divisionFactor === USUAL_FACTOR || service === 'alert'
    ? []
    : [
        `Figures of flow, energy and stock are raw figures divided by ${divisionFactor}, as was asked for. Divided by ${USUAL_FACTOR} they have the units that are named.`,
      ];

/**
 * Note on parts that keep business days although days begin at midnight.
 * Spec gap: `useShift` aligns the days of the period and of the periods it is compared with.
 */
const keptToBusinessDays = ({ request, balance, yearToDate }: ReportInput): readonly string[] =>
  request.useShift
    ? []
    : [
        ...(balance === null ? [] : ['The balance keeps to business days.']),
        ...(yearToDate === null ? [] : ['The year to date keeps to business days.']),
      ];

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Days in words: `15 Jan 2026`, `January 2026`, `04 Jun 2026 to 12 Jun 2026`. */
export function daysText({ from, to }: DayRange): string {
  if (from === to) return dateText(from);
  const isMonth = from === firstOfMonth(from) && to === lastOfMonth(from);
  return isMonth
    ? `${MONTHS[Number(from.slice(5, 7)) - 1]} ${from.slice(0, 4)}`
    : `${dateText(from)} to ${dateText(to)}`;
}

function periodText(input: ReportInput, days: DayRange): string {
  const progress = input.period === null ? null : progressOf(input, input.period);
  if (progress === null || !progress.isRunning) return daysText(days);
  if (progress.lastBegun < days.from) return `${daysText(days)}, not begun yet`;
  const until = progress.lastBegun < days.to;
  return `${daysText(days)}, still running${until ? ` (day ${dateText(progress.lastBegun)})` : ''}`;
}

/** Completeness in words. Virtual units send nothing themselves, so they count only where there is no other unit. */
function completenessText({ period, units, industry }: ReportInput): ReportDocument['completeness'] {
  if (period === null) return { sentence: 'No day lies in the period, so nothing was expected.', units: [] };
  if (units.length === 0) return { sentence: 'No unit was asked for.', units: [] };
  const all = units.flatMap(({ unitId }) => period.spans.get(unitId) ?? []);
  const meters = all.filter(({ unit }) => unit.group !== 'VIRTUAL');
  const spans = meters.length === 0 ? all : meters;
  const whole = completenessOf(spans.flatMap(partsOfSpan));
  const silent = spans.filter(({ figures }) => (figures?.provenance.slotsGenuine ?? 0) === 0).length;
  const of = spans.length === 1 ? 'the unit' : `${figureText(spans.length, 0)} units`;
  const sentence =
    whole.coverage === null
      ? 'Nothing was expected from any unit yet.'
      : `${shareText(whole.coverage, 1, LOCALE)} of what ${of} should have sent was measured${
          silent === 0 ? '' : `; ${figureText(silent, 0)} sent nothing`
        }.`;
  return { sentence, units: spans.map((span) => unitCompleteness(span, industry)) };
}

function unitCompleteness(span: UnitSpan, industry: ReportInput['industry']): UnitCompleteness {
  const { unit } = span;
  const parts = completenessOf(partsOfSpan(span));
  const lost = missingText(parts.slotsExpected, parts.slotsGenuine, unit.dataUpdateFrequencySeconds);
  const since = firstMeasured(span, industry);
  return {
    unitId: unit.unitId,
    name: unit.displayName,
    coverage: parts.coverage,
    estimatedShare: parts.estimatedShare,
    missing: lost === null || since === null ? lost : `${lost}, all before ${dateText(since)}`,
  };
}

/** Day of the first figure, when whole days before it have none and no day after it lacks one. */
function firstMeasured({ entries }: UnitSpan, { clock }: ReportInput['industry']): BusinessDate | null {
  const first = entries.findIndex(({ y }) => y !== null);
  const before = entries[first];
  if (first <= 0 || before === undefined) return null;
  const after = entries.slice(first).every(({ coverage }) => coverage === null || coverage === 1);
  const date = businessDateOf(clock, Date.parse(before.x));
  const start = entries[0];
  return after && start !== undefined && businessDateOf(clock, Date.parse(start.x)) < date ? date : null;
}

const SECONDS_PER_HOUR = 3600;

/** Missing slots in words: `31 of 720 h missing`; null when none is missing. */
function missingText(slotsExpected: number, slotsGenuine: number, slotSeconds: number): string | null {
  const lost = slotsExpected - slotsGenuine;
  if (lost <= 0) return null;
  const hours = (slots: number): number => (slots * slotSeconds) / SECONDS_PER_HOUR;
  const decimals = hours(lost) < 10 ? 1 : 0;
  return `${figureText(hours(lost), decimals)} of ${figureText(hours(slotsExpected), 0)} h missing`;
}
