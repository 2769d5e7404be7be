import { energyPerVolume, siteHeadline } from '../compared.ts';
import { composeDocument } from '../compose-document.ts';
import type { ChartSection, Headline, ReportDocument, Section, Sentence } from '../document.ts';
import type { ReportBuilder, ReportInput } from '../input.ts';
import { sentenceWriter } from '../sentence-writer.ts';
import { comparedTable } from '../sections/compared-table.ts';
import {
  findingSentences,
  gapSentences,
  incidentSentences,
  registerSentences,
} from '../sections/exception-sentences.ts';
import { exceptionsOf } from '../sections/exceptions.ts';
import { flowsChart } from '../sections/flows-chart.ts';
import { openAttention } from '../sections/incidents.ts';
import { balanceSentences, energySentences, peakSentences, waterSentences } from '../sections/site-sentences.ts';
import { movedSentences } from '../sections/unit-sentences.ts';
import { type SiteTotals, siteTotals, waterTitle } from '../sections/site-groups.ts';

/**
 * Report for a reader with half a minute for the site in the morning: the events in sentences. Each sentence follows
 * from a rule, and every number in it is a figure of the answer.
 */
export const aiSummaryReport: ReportBuilder = {
  unitsOf: ({ units }) => [...units.keys()],
  needs: () => ['previous', 'lastYear', 'registerEvents', 'balance', 'incidents'],
  build,
};

function build(input: ReportInput): ReportDocument {
  const say = sentenceWriter({ timezone: input.industry.clock.timezone });
  const totals = siteTotals(input);
  const [peak] = peakSentences(input, say, totals);
  const paragraphs = [
    paragraph('water', 'Water', [
      ...waterSentences(input, say, totals),
      ...(peak === undefined ? [] : [peak]),
      ...balanceSentences(input, say),
    ]),
    paragraph('units', 'Best and worst', movedSentences(input, say, totals.water)),
    paragraph('energy', 'Energy', energySentences(input, say, totals)),
    paragraph('exceptions', 'Out of the ordinary', [
      ...findingSentences(input, say),
      ...registerSentences(input, say),
      ...incidentSentences(input, say),
    ]),
    paragraph('gaps', 'What is not known', gapSentences(input, say)),
  ].flat();
  return composeDocument(input, {
    title: 'Summary in words',
    question: 'What happened, in as few sentences as it takes?',
    headlines: headlinesOf(input, totals),
    attention: exceptionsOf(input, [], openAttention(input, input.incidents ?? [])),
    sections: [
      ...paragraphs,
      ...waterChart(input, totals, peak),
      ...(totals.water === null
        ? []
        : [comparedTable(input, { id: 'units', title: 'The units behind the sentences', of: totals.water })]),
    ],
    method: [
      'Every sentence is written by a rule from figures of this report, or is that of a finding; no number is from elsewhere.',
      'Worst is the unit that used more than before by the largest amount, best the one that used less.',
    ],
  });
}

function headlinesOf(input: ReportInput, totals: SiteTotals): readonly Headline[] {
  const { water, energy } = totals;
  const perVolume = energyPerVolume(input, energy, water);
  return [
    ...(water === null ? [] : [siteHeadline(input, waterTitle(input, totals), water)]),
    ...(energy === null ? [] : [siteHeadline(input, 'Energy', energy)]),
    ...(perVolume.kind === 'missing'
      ? []
      : [{ title: 'Energy for water', value: perVolume, change: null, comparedWith: null, sparkline: null }]),
  ];
}

const paragraph = (id: string, title: string, sentences: readonly Sentence[]): readonly Section[] =>
  sentences.length === 0 ? [] : [{ kind: 'paragraphs', id, title, sentences }];

function waterChart(
  { period }: ReportInput,
  { water }: SiteTotals,
  peak: Sentence | undefined,
): readonly ChartSection[] {
  if (water === null || period === null) return [];
  const title = peak?.text.replace(/\.$/, '') ?? 'Water, hour by hour';
  const chart = flowsChart(
    {
      title,
      alternative: `A bar for each ${period.bucket} with the water of all meters. ${title}.`,
      unit: water.total.siUnit ?? '',
      lines: [{ name: 'Water', token: 'water', values: water.total.buckets }],
    },
    period,
  );
  return chart === null ? [] : [chart];
}
