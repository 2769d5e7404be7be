import { completenessOf, partsOfSpan, type Completeness } from '../../kernel/document/completeness.ts';
import type { UnitSpan } from '../../figures/rules/figures/unit-span.ts';
import { dateText, wholeMonthText } from '../../kernel/format/date-text.ts';
import { figureText, partText } from '../../kernel/format/figure-text.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { firstOfMonth, lastOfMonth } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { ReportDocument, UnitCompleteness, TableSection } from './document.ts';
import type { DayRange, ReportInput } from './input.ts';
import { earlierRules, progressOf } from './progress.ts';
import { slotHours } from './sections/exception-sentences.ts';
import { type ReportTexts, reportTextsOf, type Spoken } from './report-texts.ts';
import { MOST_LISTED } from '../../annotations/rules/annotation.ts';
import { instantCell, plainColumn, textCell } from './cells.ts';

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
    language: request.language ?? 'en',
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
    method: [...dividedOtherwise(request), ...content.method, ...keptToBusinessDays(input), ...begunOtherwise(input)],
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
const dividedOtherwise = (request: ReportInput['request']): readonly string[] =>
  request.divisionFactor === USUAL_FACTOR || request.service === 'alert'
    ? []
    : [reportTextsOf({ request })('dividedBy', { factor: request.divisionFactor, usual: USUAL_FACTOR })];

/**
 * Note on parts that keep business days although days begin at midnight.
 * Spec gap: `useShift` aligns the days of the period and of the periods it is compared with.
 */
const keptToBusinessDays = ({ request, balance, yearToDate }: ReportInput): readonly string[] =>
  request.useShift
    ? []
    : [
        ...(balance === null ? [] : [reportTextsOf({ request })('balanceDays')]),
        ...(yearToDate === null ? [] : [reportTextsOf({ request })('yearDays')]),
      ];

/** Notes on days of the period that began by another clock than the last one, whose start the foot of a page tells. */
function begunOtherwise({ plan, industry, today, request }: ReportInput): readonly string[] {
  const t = reportTextsOf({ request });
  return plan.days === null
    ? []
    : earlierRules(industry.clock, plan.days, today).map(({ until, rule }) =>
        t('daysBegan', {
          day: dateText(until, t.language),
          start: rule.shiftStartAt.slice(0, 5),
          zone: rule.timezone,
        }),
      );
}

/** Method of the figures, the same in all reports of meters. */
export function methodOf(input: ReportInput, own: readonly string[]): readonly string[] {
  const t = reportTextsOf(input);
  return [
    ...own,
    ...(input.previous === null && input.lastYear === null ? [] : [t('changesCompare')]),
    t('atLeastMethod'),
    ...(input.request.useShift ? [] : [t('calendar')]),
  ];
}

/** Days in words: `15 Jan 2026`, `January 2026`, `04 Jun 2026 to 12 Jun 2026`. */
export function daysText(t: ReportTexts, { from, to }: DayRange): string {
  if (from === to) return dateText(from, t.language);
  const isMonth = from === firstOfMonth(from) && to === lastOfMonth(from);
  return isMonth
    ? wholeMonthText(from, t.language)
    : t('range', { from: dateText(from, t.language), to: dateText(to, t.language) });
}

function periodText(input: ReportInput, days: DayRange): string {
  const progress = input.period === null ? null : progressOf(input, input.period);
  const t = reportTextsOf(input);
  const text = daysText(t, days);
  if (progress === null || !progress.isRunning) return text;
  if (progress.lastBegun < days.from) return t('notBegunYet', { days: text });
  return progress.lastBegun < days.to
    ? t('stillRunningDay', { days: text, day: dateText(progress.lastBegun, t.language) })
    : t('stillRunning', { days: text });
}

/** Completeness in words. Virtual units send nothing themselves, so they count only where there is no other unit. */
function completenessText(input: ReportInput): ReportDocument['completeness'] {
  const { period, units } = input;
  const t = reportTextsOf(input);
  if (period === null) return { sentence: t('noDayInPeriod'), units: [] };
  if (units.length === 0) return { sentence: t('noUnitAsked'), units: [] };
  const all = units.flatMap(({ unitId }) => period.spans.get(unitId) ?? []);
  const meters = all.filter(({ unit }) => unit.group !== 'VIRTUAL');
  const spans = meters.length === 0 ? all : meters;
  const whole = completenessOf(spans.flatMap(partsOfSpan));
  const silent = spans.filter(({ figures }) => (figures?.provenance.slotsGenuine ?? 0) === 0).length;
  const values = {
    share: partText(whole.coverage ?? 0, 1, LOCALE),
    count: spans.length,
    units: figureText(spans.length, 0),
    silent: figureText(silent, 0),
  };
  const sentence =
    whole.coverage === null ? t('nothingExpected') : t(silent === 0 ? 'complete' : 'completeSilent', values);
  return { sentence, units: spans.map((span) => unitCompleteness(span, input)) };
}

function unitCompleteness(span: UnitSpan, input: ReportInput): UnitCompleteness {
  const t = reportTextsOf(input);
  const { unit } = span;
  const parts = completenessOf(partsOfSpan(span));
  const lost = missingText(t, parts, slotHours(input, span));
  const since = firstMeasured(span, input.industry);
  return {
    unitId: unit.unitId,
    name: unit.displayName,
    coverage: parts.coverage,
    estimatedShare: parts.estimatedShare,
    missing:
      lost === null || since === null ? lost : t('missingBefore', { missing: lost, day: dateText(since, t.language) }),
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

/** Missing slots in words: `31 of 720 h missing`; null when none is missing. */
function missingText(
  t: ReportTexts,
  { slotsExpected, slotsGenuine }: Pick<Completeness, 'slotsExpected' | 'slotsGenuine'>,
  { expected, lost }: ReturnType<typeof slotHours>,
): string | null {
  if (slotsExpected <= slotsGenuine) return null;
  return t('missingHours', { lost: figureText(lost, lost < 10 ? 1 : 0), expected: figureText(expected, 0) });
}

const columnsIn = (t: ReportTexts) => [
  plainColumn('from', t('when'), 'instant'),
  plainColumn('to', t('until'), 'instant'),
  plainColumn('place', t('place'), 'text'),
  plainColumn('text', t('whatHappened'), 'text'),
];

/** Annotations of the period, the same in every report and format; no section where there are none. */
function annotationSections(input: Pick<ReportInput, 'annotations'> & Spoken): readonly TableSection[] {
  const { annotations } = input;
  const t = reportTextsOf(input);
  const { listed, isComplete } = annotations;
  if (listed.length === 0) return [];
  const rows = listed.map(({ fromEpochMs, toEpochMs, place, text }) => ({
    role: 'row' as const,
    cells: [
      instantCell(fromEpochMs),
      toEpochMs === null ? textCell('') : instantCell(toEpochMs),
      textCell(place ?? t('wholeSite')),
      textCell(text),
    ],
    severity: null,
  }));
  return [
    {
      kind: 'table',
      id: 'annotations',
      title: t('peopleNoted'),
      columns: columnsIn(t),
      rows,
      note: isComplete ? null : t('onlyFirst', { most: MOST_LISTED }),
    },
  ];
}
