import { bucketPlaces, BUCKET_NOUN } from '../buckets.ts';
import { percentCell } from '../cells.ts';
import { daysText } from '../compose-document.ts';
import type { Headline } from '../document.ts';
import { completenessOf } from '../../figures/completeness.ts';
import type { ReportInput } from '../input.ts';
import { bucketFigures, changeOf, isRunning, type MeterGroup, plainCell, togetherCell } from '../meters.ts';
import { extremesOf } from './bucket-chart.ts';

/** With what a period is compared, in words. */
export function comparedWith(input: ReportInput, which: 'previous' | 'lastYear' = 'previous'): string | null {
  const other = input[which];
  if (other === null) return null;
  return isRunning(input) ? `${daysText(other.days)}, as far as this one has come` : daysText(other.days);
}

/** The total of a group with its change and its course. */
export function totalHeadline(input: ReportInput, group: MeterGroup): Headline {
  const change = changeOf(input, group.meters, input.previous);
  const isCompared = change.kind === 'change';
  return {
    title: group.title,
    value: togetherCell(input, group.figures, group.meters),
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
  return values.length < 2 || values.length > MOST_POINTS ? null : values;
};

/** The highest hour, day or month of a group; null without one. */
export function peakHeadline(input: ReportInput, group: MeterGroup): Headline | null {
  const places = bucketPlaces(input);
  const values = bucketFigures(group.meters, group.adds).map(({ value }) => value);
  const found = extremesOf(places, values);
  if (found === null || places.length < 2) return null;
  return {
    title: `Highest ${BUCKET_NOUN[input.plan.bucket]} of ${group.title.toLowerCase()}`,
    value: plainCell(values[found.highest] ?? null, group.figures.siUnit ?? ''),
    change: null,
    comparedWith: places[found.highest]?.when ?? null,
    sparkline: null,
  };
}

/** How much of what was expected arrived. Virtual units send nothing themselves. */
export function measuredHeadline(groups: readonly MeterGroup[]): Headline {
  const spans = new Map(
    groups.flatMap(({ meters }) =>
      meters.flatMap(({ span }) => (span.unit.group === 'VIRTUAL' ? [] : [[span.unit.unitId, span] as const])),
    ),
  );
  const whole = completenessOf([...spans.values()].flatMap(({ figures }) => figures?.provenance ?? []));
  return {
    title: 'Measured',
    value: percentCell(whole.coverage),
    change: null,
    comparedWith: whole.coverage === null ? 'nothing was expected' : 'of the readings that were expected',
    sparkline: null,
  };
}
