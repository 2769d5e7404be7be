import { bucketPlaces } from '../buckets.ts';
import { plainHeadline } from '../cells.ts';
import { measuredBuckets } from '../category-total.ts';
import { energyPerVolume, siteHeadline } from '../compared.ts';
import { composeDocument } from '../compose-document.ts';
import type { ChartSection, Headline, ReportDocument, Section, Sentence } from '../document.ts';
import type { ReportBuilder, ReportInput } from '../input.ts';
import { sentenceWriter } from '../sentence-writer.ts';
import { measuredPerBucket, peakSentence } from '../sections/bucket-chart.ts';
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
import { reportTextsOf } from '../report-texts.ts';

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
  const t = reportTextsOf(input);
  const say = sentenceWriter({ timezone: input.industry.clock.timezone, language: t.language });
  const totals = siteTotals(input);
  const paragraphs = [
    paragraph('water', t('water'), [
      ...waterSentences(input, say, totals),
      ...peakSentences(input, say, totals),
      ...balanceSentences(input, say),
    ]),
    paragraph('units', t('bestAndWorst'), movedSentences(input, say, totals.water)),
    paragraph('energy', t('energy'), energySentences(input, say, totals)),
    paragraph('exceptions', t('outOfOrdinary'), [
      ...findingSentences(input, say),
      ...registerSentences(input, say),
      ...incidentSentences(input, say),
    ]),
    paragraph('gaps', t('notKnownHead'), gapSentences(input, say)),
  ].flat();
  return composeDocument(input, {
    title: t('summaryInWords'),
    question: t('whatHappenedQuestion'),
    headlines: headlinesOf(input, totals),
    attention: exceptionsOf(input, [], openAttention(input, input.incidents ?? [])),
    sections: [
      ...paragraphs,
      ...waterChart(input, totals),
      ...(totals.water === null
        ? []
        : [comparedTable(input, { id: 'units', title: t('unitsBehind'), of: totals.water })]),
    ],
    method: [t('sentencesMethod'), t('worstMethod')],
  });
}

function headlinesOf(input: ReportInput, totals: SiteTotals): readonly Headline[] {
  const t = reportTextsOf(input);
  const { water, energy } = totals;
  const perVolume = energyPerVolume(input, energy, water);
  return [
    ...(water === null ? [] : [siteHeadline(input, waterTitle(input, totals), water)]),
    ...(energy === null ? [] : [siteHeadline(input, t('energy'), energy)]),
    ...(perVolume.kind === 'missing' ? [] : [plainHeadline(t('energyForWater'), perVolume)]),
  ];
}

const paragraph = (id: string, title: string, sentences: readonly Sentence[]): readonly Section[] =>
  sentences.length === 0 ? [] : [{ kind: 'paragraphs', id, title, sentences }];

/** Bars of the water. A single bar is no picture: the sentences tell it. */
function waterChart(input: ReportInput, { water }: SiteTotals): readonly ChartSection[] {
  const { period } = input;
  if (water === null || period === null) return [];
  const { total } = water;
  if (total.buckets.filter((value) => value !== null).length < 2) return [];
  const t = reportTextsOf(input);
  const unit = total.siUnit ?? '';
  const title = peakSentence({
    t,
    title: t('water'),
    unit,
    bucket: period.bucket,
    places: bucketPlaces(input),
    ...measuredPerBucket(measuredBuckets(total, period)),
  });
  const chart = flowsChart(input, {
    title,
    alternative: t('barsWater', { noun: t(period.bucket), title }),
    unit,
    lines: [{ name: t('water'), token: 'water', total }],
  });
  return chart === null ? [] : [chart];
}
