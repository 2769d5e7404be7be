import { bucketPlaces, SEVERAL } from '../buckets.ts';
import { missingCell, percentCell, plainHeadline, quantityCell } from '../cells.ts';
import { daysText } from '../compose-document.ts';
import type { Headline } from '../document.ts';
import { completenessOf, NATURES, partsOfSpan } from '../../../kernel/document/completeness.ts';
import type { ReportInput } from '../input.ts';
import { bucketFigures, changeOf, isRunning, type MeterGroup, togetherCell } from '../meters.ts';
import { endedOf, extremesOf, measuredPerBucket, withoutCalculated } from './bucket-chart.ts';
import { type ReportTexts, reportTextsOf } from '../report-texts.ts';

/** Name of the compared period. */
export function comparedWith(input: ReportInput): string | null {
  if (input.previous === null) return null;
  const t = reportTextsOf(input);
  const days = daysText(t, input.previous.days);
  return isRunning(input) ? t('asFarAsThis', { days }) : days;
}

/** Total of a group with its change and its course. A mean has no change, because a share of a depth has no meaning. */
export function totalHeadline(input: ReportInput, group: MeterGroup): Headline {
  const { meters, adds, figures } = group;
  const change = adds === 'mean' ? missingCell() : changeOf(input, meters, input.previous, figures.formerIds);
  const isCompared = change.kind === 'change';
  return {
    title: group.title,
    value: togetherCell(input, figures, meters),
    change: isCompared ? change : null,
    comparedWith: isCompared ? comparedWith(input) : null,
    sparkline: sparkOf(input, group),
  };
}

const MOST_POINTS = 62;

const sparkOf = (input: ReportInput, group: MeterGroup): Headline['sparkline'] => {
  const places = bucketPlaces(input);
  const values = bucketFigures(group.meters, group.adds)
    .map(({ value }) => value)
    .filter((_, index) => places[index]?.state === 'ended');
  const zeroLine = group.meters.every(({ span }) => NATURES[span.unit.group] !== 'state');
  return values.length < 2 || values.length > MOST_POINTS ? null : { values, zeroLine };
};

/** The highest hour, day or month of a group, or their common figure. Null of fewer than two buckets. */
export function peakHeadline(input: ReportInput, group: MeterGroup): Headline | null {
  const places = bucketPlaces(input);
  const whole = bucketFigures(group.meters, group.adds);
  const measured = { places, ...measuredPerBucket(whole) };
  const { known, gaps, isPartial } = endedOf(measured);
  const found = extremesOf(measured);
  if (found === null || known.length < 2) return null;
  const t = reportTextsOf(input);
  const { bucket } = input.plan;
  const peak = whole[found.highest];
  const most = peak?.value ?? null;
  const isLevel = found.isAlike;
  const nouns = { count: known.length, nouns: t(SEVERAL[bucket]) };
  const all =
    known.length === places.length ? t('allOf', nouns) : t(gaps > 0 ? 'thoseWithFigure' : 'thoseEnded', nouns);
  const when = withoutCalculated(t, isLevel ? all : (places[found.highest]?.when ?? ''), group.meters);
  return plainHeadline(
    t(isLevel ? 'eachOf' : 'highestOf', { noun: t(bucket), title: group.title.toLowerCase() }),
    quantityCell({
      value: most,
      unit: group.figures.siUnit ?? '',
      basis: peak === undefined || isLevel ? null : peak,
    }),
    isLevel && isPartial ? t('asFarAsMeasured', { text: when }) : when,
  );
}

/** Share of expected slots that arrived. Virtual units send nothing themselves, so they do not count. */
export function measuredHeadline(t: ReportTexts, groups: readonly MeterGroup[]): Headline {
  const spans = new Map(
    groups.flatMap(({ meters }) =>
      meters.flatMap(({ span }) => (span.unit.group === 'VIRTUAL' ? [] : [[span.unit.unitId, span] as const])),
    ),
  );
  const whole = completenessOf([...spans.values()].flatMap(partsOfSpan));
  return plainHeadline(
    t('measured'),
    percentCell(whole.coverage),
    whole.coverage === null ? t('nothingWasExpected') : t('ofExpected'),
  );
}
