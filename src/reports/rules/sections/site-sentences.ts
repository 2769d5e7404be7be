import { roundedBand } from '../../../balance/rules/status.ts';
import { boundOfSize, completenessOfAll } from '../../../kernel/document/completeness.ts';
import { sentenceCase } from '../../../kernel/format/figure-text.ts';
import { bucketPlaces } from '../buckets.ts';
import { countCell, dateCell, percentCell, quantityCell, tellingShare } from '../cells.ts';
import {
  type ComparedTotal,
  comparedPeriod,
  energyPerVolume,
  pairingCells,
  totalCell,
  whyNotCompared,
} from '../compared.ts';
import { measuredBuckets } from '../category-total.ts';
import type { Sentence } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { isRunning } from '../meters.ts';
import type { SentenceWriter } from '../sentence-writer.ts';
import type { SiteTotals } from './site-groups.ts';
import { putIn, outflowWords } from './balance-words.ts';
import { endedOf, extremesOf, measuredPerBucket } from './bucket-chart.ts';
import { reportTextsOf } from '../report-texts.ts';

/* Sentences about the totals of a site, each by a rule of its own. */

/** Sentences about the amount of water, against the period before and a year ago. */
export function waterSentences(
  input: ReportInput,
  say: SentenceWriter,
  { water, use }: SiteTotals,
): readonly Sentence[] {
  if (water === null || input.period === null) return [];
  const running = isRunning(input);
  const t = reportTextsOf(input);
  const verb = t(VERBS[input.request.unitIds === null ? 'site' : 'chosen'][water === use ? 'used' : 'tookIn']);
  const when = whenOf(input, say, running);
  const { parts, value, siUnit, failed } = water.total;
  if (siUnit === null && parts.some((part) => part.value !== null)) return [say('cannotAdd', { when, verb })];
  if (value === null) return [say(failed ? 'failedOfWater' : 'nothingOfWater', { when, verb })];
  const missing = parts.filter((part) => part.value === null).length;
  const all = { missing: countCell(missing), all: countCell(parts.length) };
  return [
    say('waterAmount', {
      when,
      verb,
      amount: totalCell(water, running),
      without: missing === 0 ? '' : say('withoutMeters', all),
      rests: restsOn(say, water, missing === 0 ? 'restsOn' : 'restsOnOthers'),
    }),
    ...comparisonSentences(input, say, water, running),
  ];
}

/** Subject and verb of a sentence about a total of the site. */
const VERBS = {
  site: { used: 'siteUsed', tookIn: 'siteTook' },
  chosen: { used: 'chosenUsed', tookIn: 'chosenTook' },
} as const;

/** A smaller change is no news. */
const WORTH_TELLING = 0.05;

/** Measured and estimated shares of the meters that have a figure, where a reader has to know them. */
function restsOn(
  say: SentenceWriter,
  { total: { parts, estimatedShare } }: ComparedTotal,
  key: 'restsOn' | 'restsOnOthers' = 'restsOn',
): Sentence {
  const { coverage, bound } = completenessOfAll(parts.filter(({ value }) => value !== null));
  const isEstimated = (estimatedShare ?? 0) > WORTH_TELLING;
  const there = bound === null ? { text: '', figures: [] } : say(key, { share: percentCell(coverage) });
  return isEstimated ? say('restsEstimated', { there, share: percentCell(estimatedShare) }) : there;
}

/** Words for the time: `On 15 Jan 2026`, `From .. to ..`, `So far today`. */
function whenOf({ plan, request, today }: ReportInput, say: SentenceWriter, running: boolean): Sentence {
  const { from, to } = plan.days ?? { from: request.startDate, to: request.startDate };
  if (running && from === to && from === today) return say('onDaySoFar', { day: dateCell(from) });
  if (from === to) return say('onDaySentence', { day: dateCell(from) });
  return say(running ? 'fromToSoFar' : 'fromTo', { from: dateCell(from), to: dateCell(to) });
}

function comparisonSentences(
  input: ReportInput,
  say: SentenceWriter,
  { previous, lastYear, lacks, parts, total }: ComparedTotal,
  running: boolean,
): readonly Sentence[] {
  return (
    [
      ['previous', previous],
      ['lastYear', lastYear],
    ] as const
  ).map(([against, pairing]) => {
    const period = comparedPeriod(input, against, running);
    if (pairing === null) return say('notCompared', { period, why: whyNotCompared(input, lacks[against]) });
    const { now, before } = pairing;
    const all = parts.length + pairing.former;
    const isWhole = pairing.parts === all;
    const counted = isWhole ? {} : { some: countCell(pairing.parts), all: countCell(all) };
    const share = tellingShare(now, before);
    const cells = pairingCells(pairing, total.siUnit ?? '');
    const by = share === null ? cells.apart : percentCell(share);
    const figure =
      // A running period is compared up to its last whole hour or day, so its figure differs from the one named before.
      running || !isWhole
        ? say('figureAgainst', { now: cells.now, before: cells.before })
        : say('figureBefore', { before: cells.before });
    if (now === before) return say(isWhole ? 'asMuch' : 'partAsMuch', { ...counted, period, figure });
    const [more, less] = isWhole ? (['more', 'less'] as const) : (['partMore', 'partLess'] as const);
    return say(now > before ? more : less, { ...counted, by, period, figure });
  });
}

/** Sentences about energy, in total and per unit of water. */
export function energySentences(
  input: ReportInput,
  say: SentenceWriter,
  { energy, water }: SiteTotals,
): readonly Sentence[] {
  if (energy === null || energy.total.value === null || input.period === null) return [];
  const running = isRunning(input);
  const perVolume = energyPerVolume(input, energy, water);
  return [
    say('energyCounted', {
      amount: totalCell(energy, running),
      per: perVolume.kind === 'missing' ? '' : say('perWater', { amount: perVolume }),
      rests: restsOn(say, energy),
    }),
  ];
}

/** Sentences about the inflow and the part that meters of uses explain. None for chosen units. */
export function balanceSentences({ balance, request }: ReportInput, say: SentenceWriter): readonly Sentence[] {
  if (balance === null || request.unitIds !== null) return [];
  const { unaccounted, stockChange } = balance.figures;
  const { systemInputVolume } = balance.iwa;
  const { value: input } = systemInputVolume;
  const { value: left, siUnit: unit } = unaccounted;
  if (left === null || input === null || unit === null) return [];
  const sureness =
    unaccounted.band === null
      ? say('unknownCertainty')
      : say('giveOrTake', {
          amount: quantityCell({ value: roundedBand(unaccounted.band).plusMinus, unit, basis: null }),
        });
  // A loss may be of the tanks alone, so the base is the inflow without the water they have kept.
  const kept = (stockChange.value ?? 0) > 0 ? say('keptInTanks') : '';
  const came = {
    input: quantityCell({ value: input, unit, basis: systemInputVolume }),
    verb: putIn(say.t, balance.figures),
    kept,
  };
  const rest = { amount: quantityCell({ value: left, unit, basis: unaccounted }), sureness };
  const bound = boundOfSize(left, unaccounted.bound);
  const size = quantityCell({ value: Math.abs(left), unit, basis: unaccounted, bound });
  const more = { amount: size, verb: outflowWords(say.t, balance.figures), sureness };
  switch (unaccounted.status) {
    case 'balanced':
      return [input > 0 ? say('allAccounted', { ...came, ...rest }) : say('noneAccounted', rest)];
    case 'surplus':
      return [input > 0 ? say('someUnaccounted', { ...came, ...rest }) : say('noneUnaccounted', rest)];
    case 'deficit':
      return [say('deficit', more)];
    case 'unknown':
      if (left < 0) return [begun(say('deficitUnsure', more))];
      return [input > 0 ? say('someOpen', { ...came, ...rest }) : say('noneOpen', rest)];
  }
}

/** A sentence that begins with a figure, whose `at least` has a capital there. */
const begun = ({ text, figures }: Sentence): Sentence => ({ text: sentenceCase(text), figures });

const PEAK_PARTS = 3;

/** Sentences about the ended hours or days with most water. None of fewer than three. */
export function peakSentences(input: ReportInput, say: SentenceWriter, { water }: SiteTotals): readonly Sentence[] {
  const { period } = input;
  if (water === null || period === null || (period.bucket !== 'hour' && period.bucket !== 'day')) return [];
  const places = bucketPlaces(input);
  const buckets = measuredBuckets(water.total, period);
  const measured = { places, ...measuredPerBucket(buckets) };
  const { known, gaps, isPartial } = endedOf(measured);
  const found = extremesOf(measured);
  const peak = found === null ? null : (buckets[found.highest] ?? null);
  if (found === null || known.length < PEAK_PARTS || (peak?.value ?? 0) <= 0) return [];
  const amount = quantityCell({
    value: peak?.value ?? null,
    unit: water.total.siUnit ?? '',
    basis: found.isAlike ? null : peak,
  });
  if (found.isAlike) {
    const key =
      gaps > 0 ? (isPartial ? 'sameEachFigureFar' : 'sameEachFigure') : isPartial ? 'sameEachFar' : 'sameEach';
    return [say(key, { noun: say.t(period.bucket), amount })];
  }
  const when = places[found.highest]?.cell ?? null;
  return when === null ? [] : [say(period.bucket === 'hour' ? 'peakHour' : 'peakDay', { when, amount })];
}
