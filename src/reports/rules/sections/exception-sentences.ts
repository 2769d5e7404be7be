import { countCell, durationCell, instantCell, textCell } from '../cells.ts';
import type { Sentence } from '../document.ts';
import type { ReportFinding, ReportInput } from '../input.ts';
import { listed, type SentenceWriter } from '../sentence-writer.ts';
import { placeOfFinding } from './exceptions.ts';
import { inOrder, isOpen, placeOf } from './incidents.ts';

/* Sentences about exceptions: findings, registers that went back, gaps, incidents. */

const MOST_NAMED = 5;

/** Findings that are told in sentences, most urgent first. More would be a list. */
const toldFindings = ({ findings }: ReportInput): readonly ReportFinding[] => findings.slice(0, MOST_NAMED * 2);

/** Sentences of findings, in their own words. A swapped pair names its units itself. */
export const findingSentences = (input: ReportInput, say: SentenceWriter): readonly Sentence[] =>
  toldFindings(input).map((finding) => {
    const sentence = textCell(finding.sentence);
    return finding.kind === 'swapped-meters'
      ? say`${sentence}.`
      : say`${textCell(placeOfFinding(finding))}: ${sentence}.`;
  });

/** Registers that went back or leapt. */
export function registerSentences({ registerEvents, industry }: ReportInput, say: SentenceWriter): readonly Sentence[] {
  return [...(registerEvents ?? [])]
    .filter(([, events]) => events.length > 0)
    .slice(0, MOST_NAMED)
    .map(([unitId, events]) => {
      const kinds = [...new Set(events.map(({ kind }) => kind))].join(', ');
      const name = textCell(industry.units.get(unitId)?.current.displayName ?? unitId);
      const times = events.length === 1 ? 'time' : 'times';
      return say`The register of ${name} went wrong ${countCell(events.length)} ${times} (${kinds}).`;
    });
}

const MINUTES_PER_SLOT_SECOND = 1 / 60;

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
    const minutes = lost * span.unit.dataUpdateFrequencySeconds * MINUTES_PER_SLOT_SECOND;
    return lost <= 0 ? [] : [{ unit: span.unit, minutes, isSilent: provenance.slotsGenuine === 0 }];
  });
  if (gaps.length === 0) return silences.length === 0 ? [say`Every unit has sent all it should have.`] : [];
  const silent = gaps.filter(({ isSilent }) => isSilent);
  const partial = gaps.filter(({ isSilent }) => !isSilent).toSorted((a, b) => b.minutes - a.minutes);
  const more = (all: number): Sentence | string =>
    all > MOST_NAMED ? say` and ${countCell(all - MOST_NAMED)} more` : '';
  const named = silent.slice(0, MOST_NAMED).map(({ unit }) => textCell(unit.displayName));
  return [
    ...(silent.length === 0 ? [] : [say`Nothing came from ${listed(say, named)}${more(silent.length)}.`]),
    ...(partial.length === 0
      ? []
      : [
          say`Gaps: ${listed(
            say,
            partial
              .slice(0, MOST_NAMED)
              .map(({ unit, minutes }) => say`${durationCell(minutes)} of ${textCell(unit.displayName)}`),
          )}${more(partial.length)}.`,
        ]),
  ];
}

/** Sentences about open incidents and incidents of the period. */
export function incidentSentences(input: ReportInput, say: SentenceWriter): readonly Sentence[] {
  const { incidents } = input;
  if (incidents === null) return [];
  const counted = incidents.filter(({ state }) => state !== 'withdrawn');
  const open = inOrder(counted.filter(isOpen));
  if (counted.length === 0) return [say`No incident was recorded.`];
  const [worst] = open;
  const seen = say`${countCell(counted.length)} ${counted.length === 1 ? 'incident was' : 'incidents were'} recorded`;
  if (worst === undefined) return [say`${seen}, and none is open.`];
  const place = say`${textCell(placeOf(worst))} since ${instantCell(worst.fromEpochMs)}`;
  const are = open.length === 1 ? 'is' : 'are';
  return [say`${seen}; ${countCell(open.length)} ${are} open, the worst (${worst.severity}) at ${place}.`];
}
