import { countCell, durationCell, instantCell, textCell } from '../cells.ts';
import type { Sentence } from '../document.ts';
import type { ReportFinding, ReportInput } from '../input.ts';
import { listed, type SentenceWriter } from '../sentence-writer.ts';
import { placeOfFinding } from './exceptions.ts';
import { inOrder, isOpen, placeOf } from './incidents.ts';
import { termIn, severityIn } from '../report-texts.ts';
import type { UnitSpan } from '../../../figures/rules/figures/unit-span.ts';
import { unitAsOf, unitsDuring } from '../../../kernel/industry/industry.ts';
import { sum } from '../../../kernel/measure/exact.ts';
import { businessDateOf } from '../../../kernel/time/business-clock.ts';
import { earlierOf, eachDate, lastOfMonth } from '../../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../../kernel/time/types.ts';

/* Sentences about exceptions: findings, registers that went back, gaps, incidents. */

const MOST_NAMED = 5;

/** Findings that are told in sentences, most urgent first. More would be a list. */
const toldFindings = ({ findings }: ReportInput): readonly ReportFinding[] => findings.slice(0, MOST_NAMED * 2);

/** Sentences of findings, in their own words. A swapped pair names its units itself. */
export const findingSentences = (input: ReportInput, say: SentenceWriter): readonly Sentence[] =>
  toldFindings(input).map((finding) => {
    const sentence = textCell(finding.sentence);
    return finding.kind === 'swapped-meters'
      ? say('fullStop', { sentence })
      : say('placeSentence', { place: textCell(placeOfFinding(say.t, finding)), sentence });
  });

/** Registers that went back or leapt. */
export function registerSentences({ registerEvents, industry }: ReportInput, say: SentenceWriter): readonly Sentence[] {
  return [...(registerEvents ?? [])]
    .filter(([, events]) => events.length > 0)
    .slice(0, MOST_NAMED)
    .map(([unitId, events]) => {
      const kinds = [...new Set(events.map(({ kind }) => termIn(say.t, kind)))].join(', ');
      const name = textCell(industry.units.get(unitId)?.current.displayName ?? unitId);
      return say('registerWrong', { n: events.length, name, count: countCell(events.length), kinds });
    });
}

const MINUTES_PER_HOUR = 60;

/** Sentences about gaps: silent units first, then those that lack most. A silence that a finding tells is no gap. */
export function gapSentences(input: ReportInput, say: SentenceWriter): readonly Sentence[] {
  const { period, units } = input;
  if (period === null) return [];
  const silences = toldFindings(input).filter(({ kind }) => kind === 'silence');
  const toldSilent = new Set(silences.map(({ unitId }) => unitId));
  const gaps = units.flatMap(({ unitId }) => {
    const span = period.spans.get(unitId);
    const provenance = span?.figures?.provenance;
    if (span === undefined || provenance === undefined || provenance.slotsExpected === 0) return [];
    // Gaps of a virtual unit are told at the units it is made of.
    if (span.unit.group === 'VIRTUAL' || toldSilent.has(unitId)) return [];
    const lost = provenance.slotsExpected - provenance.slotsGenuine;
    const minutes = slotHours(input, span).lost * MINUTES_PER_HOUR;
    return lost <= 0 ? [] : [{ unit: span.unit, minutes, isSilent: provenance.slotsGenuine === 0 }];
  });
  if (gaps.length === 0) return silences.length === 0 ? [say('allSent')] : [];
  const silent = gaps.filter(({ isSilent }) => isSilent);
  const partial = gaps.filter(({ isSilent }) => !isSilent).toSorted((a, b) => b.minutes - a.minutes);
  const withMore = (list: Sentence, all: number): Sentence =>
    all > MOST_NAMED ? say('listMore', { list, count: countCell(all - MOST_NAMED) }) : list;
  const named = silent.slice(0, MOST_NAMED).map(({ unit }) => textCell(unit.displayName));
  const lasting = partial
    .slice(0, MOST_NAMED)
    .map(({ unit, minutes }) => say('gapOf', { time: durationCell(minutes), unit: textCell(unit.displayName) }));
  return [
    ...(silent.length === 0 ? [] : [say('nothingCame', { units: withMore(listed(say, named), silent.length) })]),
    ...(partial.length === 0 ? [] : [say('gapsOf', { gaps: withMore(listed(say, lasting), partial.length) })]),
  ];
}

/** Sentences about open incidents and incidents of the period. */
export function incidentSentences(input: ReportInput, say: SentenceWriter): readonly Sentence[] {
  const { incidents } = input;
  if (incidents === null) return [];
  const counted = incidents.filter(({ state }) => state !== 'withdrawn');
  const open = inOrder(counted.filter(isOpen));
  if (counted.length === 0) return [say('noIncident')];
  const [worst] = open;
  const seen = { n: counted.length, count: countCell(counted.length) };
  if (worst === undefined) return [say('incidentsNone', seen)];
  return [
    say('incidentsOpen', {
      ...seen,
      open: open.length,
      openCount: countCell(open.length),
      severity: severityIn(say.t, worst.severity),
      place: textCell(placeOf(say.t, worst)),
      since: instantCell(worst.fromEpochMs),
    }),
  ];
}

/** Hours of the slots of a unit. */
interface SlotHours {
  readonly expected: number;
  /** Without a genuine reading. */
  readonly lost: number;
}

const SECONDS_PER_HOUR = 3600;
const SECONDS_PER_DAY = 24 * SECONDS_PER_HOUR;

/**
 * The time of a unit's slots, by the update interval that it had then. Where that changed within the period, each hour,
 * day or month counts by its own.
 */
export function slotHours({ industry, period }: Pick<ReportInput, 'industry' | 'period'>, span: UnitSpan): SlotHours {
  const { unit, figures, entries } = span;
  if (figures === null || period === null) return { expected: 0, lost: 0 };
  const { days, bucket } = period;
  const stored = industry.units.get(unit.unitId);
  const inForce = stored === undefined ? [unit] : unitsDuring(stored, days);
  const [seconds = 0, ...others] = new Set(inForce.map((one) => one.dataUpdateFrequencySeconds));
  const hoursOf = (slotSeconds: number, expected: number, genuine: number): SlotHours => ({
    expected: (expected * slotSeconds) / SECONDS_PER_HOUR,
    lost: ((expected - genuine) * slotSeconds) / SECONDS_PER_HOUR,
  });
  const { slotsExpected, slotsGenuine } = figures.provenance;
  if (stored === undefined || others.length === 0) return hoursOf(seconds, slotsExpected, slotsGenuine);
  const secondsOn = (date: BusinessDate): number => unitAsOf(stored, date).dataUpdateFrequencySeconds;
  const parts = entries.map(({ x, slotsExpected: expected, readings, coverage }) => {
    const first = businessDateOf(industry.clock, Date.parse(x));
    const dates = bucket === 'month' ? [...eachDate(first, earlierOf(lastOfMonth(first), days.to))] : [first];
    // The slots of a month are those of its days.
    const slotSeconds = (dates.length * SECONDS_PER_DAY) / sum(dates.map((date) => SECONDS_PER_DAY / secondsOn(date)));
    return hoursOf(slotSeconds, expected, readings?.slotsGenuine ?? (coverage ?? 0) * expected);
  });
  return { expected: sum(parts.map((part) => part.expected)), lost: sum(parts.map((part) => part.lost)) };
}
