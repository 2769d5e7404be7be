import { roundedBand } from '../../../balance/rules/status.ts';
import { completenessOfAll } from '../../../kernel/document/completeness.ts';
import { minus } from '../../../kernel/measure/exact.ts';
import { bucketPlaces, BUCKET_NOUN } from '../buckets.ts';
import { countCell, dateCell, percentCell, quantityCell, tellingShare } from '../cells.ts';
import { comparedPeriod, energyPerVolume, type ComparedTotal, totalCell, whyNotCompared } from '../compared.ts';
import { measuredBuckets } from '../category-total.ts';
import type { Cell, Sentence } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { progressOf } from '../progress.ts';
import type { SentenceWriter } from '../sentence-writer.ts';
import type { SiteTotals } from './site-groups.ts';
import { putIn, outflowWords } from './balance-words.ts';
import { endedOf, extremesOf, measuredPerBucket } from './bucket-chart.ts';

/* Sentences about the totals of a site, each by a rule of its own. */

/** Sentences about the amount of water, against the period before and a year ago. */
export function waterSentences(
  input: ReportInput,
  say: SentenceWriter,
  { water, use }: SiteTotals,
): readonly Sentence[] {
  if (water === null || input.period === null) return [];
  const { isRunning } = progressOf(input, input.period);
  const verb = `${whoOf(input)} ${water === use ? 'used' : 'took in'}`;
  if (water.total.siUnit === null && water.total.parts.some(({ value }) => value !== null))
    return [
      say`${whenOf(input, say, isRunning)} the water that ${verb} cannot be added up, because its meters have different units.`,
    ];
  if (water.total.value === null)
    return [say`${whenOf(input, say, isRunning)} nothing was measured of the water that ${verb}.`];
  const missing = water.total.parts.filter(({ value }) => value === null).length;
  return [
    say`${whenOf(input, say, isRunning)} ${verb} ${totalCell(water, isRunning)} of water${
      missing === 0
        ? ''
        : say`, without ${countCell(missing)} of ${countCell(water.total.parts.length)} meters, which sent nothing`
    }${restsOn(say, water, missing === 0 ? undefined : 'the readings of the others')}.`,
    ...comparisonSentences(input, say, water, isRunning),
  ];
}

/** Subject of a sentence about a total of the site. */
const whoOf = ({ request }: ReportInput): string => (request.unitIds === null ? 'the site' : 'the chosen units');

/** A smaller change is no news. */
const WORTH_TELLING = 0.05;

/** Measured and estimated shares of the meters that have a figure, where a reader has to know them. */
function restsOn(
  say: SentenceWriter,
  { total: { parts, estimatedShare } }: ComparedTotal,
  whose = 'the readings',
): Sentence {
  const { coverage, bound } = completenessOfAll(parts.filter(({ value }) => value !== null));
  const isEstimated = (estimatedShare ?? 0) > WORTH_TELLING;
  const there = bound !== null ? say`; ${percentCell(coverage)} of ${whose} are there` : say``;
  return isEstimated ? say`${there}; ${percentCell(estimatedShare)} of the readings are estimated` : there;
}

/** Words for the time: `On 15 Jan 2026`, `From .. to ..`, `So far today`. */
function whenOf({ plan, request, today }: ReportInput, say: SentenceWriter, isRunning: boolean): Sentence {
  const days = plan.days ?? { from: request.startDate, to: request.startDate };
  if (isRunning && days.from === days.to && days.from === today) return say`On ${dateCell(days.from)}, so far,`;
  if (days.from === days.to) return say`On ${dateCell(days.from)}`;
  return say`From ${dateCell(days.from)} to ${dateCell(days.to)}${isRunning ? ', so far,' : ''}`;
}

function comparisonSentences(
  input: ReportInput,
  say: SentenceWriter,
  { previous, lastYear, lacks, parts, total }: ComparedTotal,
  isRunning: boolean,
): readonly Sentence[] {
  const unit = total.siUnit ?? '';
  const amount = (value: number): Cell => quantityCell({ value, unit, basis: null });
  return (
    [
      ['previous', previous],
      ['lastYear', lastYear],
    ] as const
  ).map(([against, pairing]) => {
    const words = comparedPeriod(input, against, isRunning);
    if (pairing === null)
      return say`It cannot be compared with ${words}, because ${whyNotCompared(input, lacks[against])}.`;
    const { now, before } = pairing;
    const isWhole = pairing.parts === parts.length;
    const over = isWhole
      ? ''
      : say`Counting only the ${countCell(pairing.parts)} of ${countCell(parts.length)} meters that were measured well enough both times, `;
    const that = isWhole ? 'That' : 'that';
    // A running period is compared up to its last whole hour or day, so its figure differs from the one named before.
    const figure = isRunning || !isWhole ? say` (${amount(now)} against ${amount(before)})` : say` (${amount(before)})`;
    if (now === before) return say`${over}${that} is as much as ${words}${figure}.`;
    const share = tellingShare(now, before);
    const more = now > before ? 'more' : 'less';
    const by = share === null ? amount(Math.abs(minus(now, before))) : percentCell(share);
    return say`${over}${that} is ${by} ${more} than ${words}${figure}.`;
  });
}

/** Sentences about energy, in total and per unit of water. */
export function energySentences(
  input: ReportInput,
  say: SentenceWriter,
  { energy, water }: SiteTotals,
): readonly Sentence[] {
  if (energy === null || energy.total.value === null || input.period === null) return [];
  const { isRunning } = progressOf(input, input.period);
  const perVolume = energyPerVolume(input, energy, water);
  return [
    say`Energy meters counted ${totalCell(energy, isRunning)}${
      perVolume.kind === 'missing' ? '' : say`, which is ${perVolume} of water`
    }${restsOn(say, energy)}.`,
  ];
}

/** Sentences about the inflow and the part that meters of uses explain. None for chosen units. */
export function balanceSentences({ balance, request }: ReportInput, say: SentenceWriter): readonly Sentence[] {
  if (balance === null || request.unitIds !== null) return [];
  const { unaccounted, stockChange } = balance.figures;
  const input = balance.iwa.systemInputVolume.value;
  if (unaccounted.value === null || input === null || unaccounted.siUnit === null) return [];
  const amount = (value: number): Cell => quantityCell({ value, unit: unaccounted.siUnit ?? '', basis: unaccounted });
  const sureness =
    unaccounted.band === null
      ? say`, of unknown certainty`
      : say`, give or take ${amount(roundedBand(unaccounted.band).plusMinus)}`;
  // A loss may be of the tanks alone, so the base is the inflow without the water they have kept.
  const kept = (stockChange.value ?? 0) > 0 ? ' and did not stay in the tanks' : '';
  const came =
    input > 0
      ? say`Of ${amount(input)} that ${putIn(balance.figures)}${kept}, `
      : 'No water came in or was taken from the tanks, and ';
  switch (unaccounted.status) {
    case 'balanced':
      return [
        say`${came}all is accounted for within the accuracy of the meters (${amount(unaccounted.value)}${sureness}).`,
      ];
    case 'surplus':
      return [say`${came}${amount(unaccounted.value)} are not accounted for${sureness}.`];
    case 'deficit':
      return [
        say`More ${outflowWords(balance.figures)} than the meters of sources have counted: ${amount(Math.abs(unaccounted.value))}${sureness}.`,
      ];
    case 'unknown':
      return unaccounted.value < 0
        ? [
            say`${amount(Math.abs(unaccounted.value))} more ${outflowWords(balance.figures)} than the meters of sources have counted${sureness}.`,
          ]
        : [say`${came}${amount(unaccounted.value)} are open${sureness}.`];
  }
}

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
  if (found.isAlike)
    return [
      say`As much water passed in each ${BUCKET_NOUN[period.bucket]}${gaps > 0 ? ' that has a figure' : ''}${
        isPartial ? ', as far as measured' : ''
      }: ${amount}.`,
    ];
  const when = places[found.highest]?.cell ?? null;
  if (when === null) return [];
  return period.bucket === 'hour'
    ? [say`The hour with most water began at ${when}: ${amount}.`]
    : [say`The day with most water was ${when}: ${amount}.`];
}
