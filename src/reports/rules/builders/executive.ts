import { decimalsFor, figureText, shareText } from '../../../kernel/format/figure-text.ts';
import { boundWords } from '../../../kernel/document/completeness.ts';
import { countCell, plainHeadline, tellingShare } from '../cells.ts';
import { comparedPeriod, type ComparedTotal, energyPerVolume, siteHeadline, wholePairing } from '../compared.ts';
import { composeDocument } from '../compose-document.ts';
import type { Headline, ReportDocument, Section } from '../document.ts';
import type { ReportBuilder, ReportInput } from '../input.ts';
import { isRunning } from '../meters.ts';
import { sentenceWriter } from '../sentence-writer.ts';
import { balanceHeadline, balanceOf, balanceMessage, iwaTable } from '../sections/balance.ts';
import { balanceAttention, balanceChart, balanceMethod } from '../sections/balance-words.ts';
import { comparedTable } from '../sections/compared-table.ts';
import { exceptionsOf } from '../sections/exceptions.ts';
import { incidentSentences } from '../sections/exception-sentences.ts';
import { isOpen, openAttention } from '../sections/incidents.ts';
import {
  siteGroups,
  siteTables,
  unitsOfSite,
  type SiteTotals,
  siteTotals,
  waterTitle,
} from '../sections/site-groups.ts';
import { balanceSentences, energySentences, peakSentences, waterSentences } from '../sections/site-sentences.ts';
import { movedSentences } from '../sections/unit-sentences.ts';
import { reportTextsOf } from '../report-texts.ts';

/** Report for the director, once a month, on one page: the control over the site's water, and the decisions to take. */
export const executiveReport: ReportBuilder = {
  unitsOf: unitsOfSite,
  needs: () => ['previous', 'lastYear', 'balance', 'incidents'],
  build,
};

/** Entries of the list. More are for those who work through it. */
const MOST_ATTENTION = 4;

function build(input: ReportInput): ReportDocument {
  const t = reportTextsOf(input);
  const say = sentenceWriter({ timezone: input.industry.clock.timezone, language: t.language });
  const totals = siteTotals(input);
  const balance = balanceOf(input);
  const incidents = input.incidents ?? [];
  const hasBalance = balance !== null && balance.iwa.systemInputVolume.value !== null;
  const sentences = [
    ...waterSentences(input, say, totals),
    ...peakSentences(input, say, totals),
    ...movedSentences(input, say, totals.water),
    ...balanceSentences(input, say),
    ...energySentences(input, say, totals),
    ...incidentSentences(input, say),
  ];
  const own = [...openAttention(input, incidents), ...(hasBalance ? balanceAttention(input, balance) : [])];
  return composeDocument(input, {
    title: t('waterOfSite'),
    question: t('executiveQuestion'),
    headlines: headlinesOf(input, totals),
    attention: exceptionsOf(input, siteGroups(input), own, MOST_ATTENTION),
    sections: [
      ...(balanceChart(input, messageOf(input, totals)) ?? []),
      ...(sentences.length === 0 ? [] : [{ kind: 'paragraphs' as const, id: 'short', title: t('inShort'), sentences }]),
      ...(hasBalance ? [iwaTable(input, balance)] : []),
      ...usesTables(input, totals),
      ...siteTables(input, ['tanks', 'wells', 'quality']),
    ],
    method: [...(balance === null ? [] : balanceMethod(t, balance)), t('firstEnergyMethod'), t('runsMethod')],
  });
}

function usesTables(input: ReportInput, { use, supply, energy }: SiteTotals): readonly Section[] {
  const t = reportTextsOf(input);
  return [
    ...(supply === null ? [] : [comparedTable(input, { id: 'supply', title: t('whereFrom'), of: supply })]),
    ...(use === null ? [] : [comparedTable(input, { id: 'use', title: t('whereTo'), of: use })]),
    ...(energy === null ? [] : [comparedTable(input, { id: 'energy', title: t('energy'), of: energy })]),
  ];
}

function headlinesOf(input: ReportInput, totals: SiteTotals): readonly Headline[] {
  const t = reportTextsOf(input);
  const { water, energy } = totals;
  const perVolume = energyPerVolume(input, energy, water);
  const open = (input.incidents ?? []).filter(isOpen).length;
  const losses = balanceOf(input)?.iwa.waterLosses;
  return [
    ...(water === null ? [] : [siteHeadline(input, waterTitle(input, totals), water)]),
    ...(losses === undefined || losses.value === null
      ? []
      : [balanceHeadline(t, t(input.request.unitIds === null ? 'waterLosses' : 'lossesOfSite'), losses)]),
    ...(energy === null ? [] : [siteHeadline(input, t('energy'), energy)]),
    ...(perVolume.kind === 'missing' && perVolume.why === null ? [] : [plainHeadline(t('energyForWater'), perVolume)]),
    ...(open === 0 ? [] : [plainHeadline(t('openIncidents'), countCell(open))]),
  ];
}

/** A loss that the meters can tell from zero, else the change of use; undefined: the message of the bars. */
function messageOf(input: ReportInput, { water, use }: SiteTotals): string | undefined {
  const { balance } = input;
  const status = balance?.figures.unaccounted.status;
  if (balance !== null && (status === 'surplus' || status === 'deficit'))
    return balanceMessage(reportTextsOf(input), balance);
  const compared = water === null ? null : movedMessage(input, water, water === use);
  if (compared !== null) return compared;
  return balance === null || balance.iwa.waterLosses.value === null
    ? undefined
    : balanceMessage(reportTextsOf(input), balance);
}

/** Change below which use is not mentioned. */
const NEWS_SHARE = 0.02;

function movedMessage(input: ReportInput, water: ComparedTotal, isUse: boolean): string | null {
  const { total } = water;
  const pairing = wholePairing(water, water.previous);
  if (pairing === null) return null;
  const { now, before: previous } = pairing;
  const share = tellingShare(now, previous);
  const period = comparedPeriod(input, 'previous', isRunning(input));
  const t = reportTextsOf(input);
  const noun = t(NOUNS[input.request.unitIds === null ? 'site' : 'chosen'][isUse ? 'use' : 'intake']);
  const bound = boundWords(total.bound, t.language);
  const amount = `${bound}${figureText(now, decimalsFor([now]))} ${total.siUnit ?? ''}`.trim();
  // A running period is compared up to its last whole day, so this is not the figure of the headline.
  const isFigure = now === total.value;
  if (share === null) return null;
  if (share < NEWS_SHARE) {
    const text = t('isAsIn', { noun, period });
    return isFigure ? t('withFigure', { text, amount }) : text;
  }
  const text = t(now > previous ? 'rose' : 'fell', { noun, period, share: shareText(share, 1, 'und') });
  return isFigure ? t('toFigure', { text, amount }) : text;
}

const NOUNS = {
  site: { use: 'waterUse', intake: 'waterIntake' },
  chosen: { use: 'waterUseOfChosen', intake: 'waterIntakeOfChosen' },
} as const;
