import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import type { ChartSection } from '../../../../src/reports/rules/document.ts';
import type { ReportInput } from '../../../../src/reports/rules/input.ts';
import { reportInput, type Works } from './works.ts';

/* Works of which the water of June 2026 is drawn. */

export const AFTER_JUNE = '2026-07-02T10:00:00Z';

const DAYS = 30;
export const june = (figureOf: (day: number) => number | null): (number | null)[] =>
  Array.from({ length: DAYS }, (_, index) => figureOf(index + 1));

type Areas = Readonly<Record<string, readonly string[]>>;

export const inputOf = (units: Works['units'], now: string, areas: Areas): ReportInput =>
  reportInput({
    request: { service: 'water', reportType: 'monthly' },
    now,
    units,
    categories: { ID_CONSUMPTION: areas },
  });

/** The picture of water in June 2026. */
export function drawn(input: ReportInput): ChartSection {
  const { sections } = BUILDERS.water.build(input);
  const found = sections.find(({ kind }) => kind === 'chart');
  if (found?.kind !== 'chart') throw new Error('There is no picture.');
  return found;
}

/** The same where there may be words instead of a picture. */
export function likelihoodOf(input: ReportInput): readonly [title: string, alternative: string] {
  const found = BUILDERS.water.build(input).sections.find(({ id }) => id.startsWith('chart-'));
  if (found?.kind === 'chart') return [found.title, found.alternative];
  if (found?.kind === 'paragraphs') return [found.title, found.sentences.map(({ text }) => text).join(' ')];
  throw new Error('Nothing is said.');
}

/** What is said of it, by these meters of consumption. */
export function pictureOf(
  units: Works['units'],
  now = AFTER_JUNE,
  areas: Areas = { OUT: Object.keys(units) },
): readonly string[] {
  return likelihoodOf(inputOf(units, now, areas)).map((text) => text.replaceAll('\u00a0', ' '));
}

/** The same, if the unit had not been expected to send where it did not. */
export function expectingNothingOf(unitId: string, input: ReportInput): ReportInput {
  const { period } = input;
  const span = period?.spans.get(unitId);
  if (period === null || span === undefined) throw new Error('The unit is in the report.');
  const entries = span.entries.map((entry) => (entry.y === null ? { ...entry, coverage: null } : entry));
  return { ...input, period: { ...period, spans: new Map([...period.spans, [unitId, { ...span, entries }]]) } };
}

/** The same, if half the readings of these days had not come. */
export function halfMeasured(unitId: string, isPartly: (day: number) => boolean, input: ReportInput): ReportInput {
  const { period } = input;
  const span = period?.spans.get(unitId);
  if (period === null || span === undefined) throw new Error('The unit is in the report.');
  const entries = span.entries.map((entry, index) => {
    const { readings: _whole, ...rest } = entry;
    return isPartly(index + 1) ? { ...rest, coverage: 0.5 } : entry;
  });
  return { ...input, period: { ...period, spans: new Map([...period.spans, [unitId, { ...span, entries }]]) } };
}
