import { sameJson } from '../../../kernel/json.ts';
import type { FindingKind } from '../../../findings/rules/kinds.ts';
import { dateText, instantText } from '../../../kernel/format/date-text.ts';
import { SEVERITIES, type Severity } from '../../../kernel/severity.ts';
import type { Attention } from '../document.ts';
import type { ReportFinding, ReportInput, ReportRegisterEvent } from '../input.ts';
import { changeOf, type ReportMeter, type MeterGroup, numberOf, plainCell } from '../meters.ts';
import { hasUnheard, unheardWords } from './unheard.ts';

/* Things that come first in a report, worst first, each with place, start and size. */

/** Longest list. More would be a list of its own, and the tables name every unit. */
const MOST_SHOWN = 10;

const WELL_COVERED = 0.9;
const MOSTLY_MEASURED = 0.05;
const MUCH_CHANGED = 0.5;
const WORTH_TELLING = 0.05;
/** Findings that tell of a unit's use, so that a remark about its change would tell it again or otherwise. */
const OF_USE: readonly FindingKind[] = ['unusual-use', 'leak', 'burst', 'standstill'];

/** A remark about the figure of a meter. Things that are wrong with the meter or its water are findings. */
type Remark = (input: ReportInput, meter: ReportMeter, group: MeterGroup) => Attention | null;

const attention = (meter: ReportMeter, severity: Severity, fact: string, more: Partial<Attention> = {}): Attention => ({
  severity,
  place: meter.shown.unitName,
  since: null,
  fact,
  amount: null,
  look: null,
  ...more,
});

const failed: Remark = (_, meter) =>
  meter.span.figures?.provenance.failed === true
    ? attention(meter, 'high', 'Its formula, or a unit that it uses, failed', { look: 'The formula of the unit' })
    : null;

const gaps: Remark = (input, meter) => {
  const { coverage } = meter.shown;
  if (coverage === null || coverage === 0 || coverage >= WELL_COVERED || meter.span.unit.group === 'VIRTUAL')
    return null;
  if (hasFinding(input, meter, ['silence'])) return null;
  return attention(meter, 'medium', 'Readings are missing: the share of them', {
    amount: { kind: 'percent', share: 1 - coverage },
    look: 'The table of completeness',
  });
};

const estimated: Remark = (_, meter) => {
  const share = meter.shown.estimatedShare ?? 0;
  return share <= MOSTLY_MEASURED
    ? null
    : attention(meter, 'low', 'Readings are estimated: the share of them', { amount: { kind: 'percent', share } });
};

const changed: Remark = (input, meter, { figures }) => {
  // Gaps of a virtual unit are told at its units. A share of a depth has no meaning.
  if (['VIRTUAL', 'GROUND_WATER_LEVEL'].includes(meter.span.unit.group)) return null;
  // Of a day, the finding of unusual use tells what is far from the usual.
  if (input.period === null || input.period.days.from === input.period.days.to) return null;
  if (hasFinding(input, meter, OF_USE)) return null;
  const change = changeOf(input, [meter], input.previous);
  const value = numberOf(meter.shown.value);
  if (change.kind !== 'change' || change.share === null || Math.abs(change.share) < MUCH_CHANGED || value === null)
    return null;
  const whole = Math.abs(figures.value ?? value);
  if (Math.max(Math.abs(value), Math.abs(change.from)) < WORTH_TELLING * whole) return null;
  return attention(meter, 'medium', change.share > 0 ? 'Far more than before' : 'Far less than before', {
    amount: change,
  });
};

const unheard: Remark = ({ industry }, meter) => {
  const { shown } = meter;
  if (shown.unheard === undefined || !hasUnheard(meter)) return null;
  const how = unheardWords(shown.unheard, numberOf(shown.value));
  return attention(meter, 'medium', `The register counted on ${how}. No hour has this amount, so the total lacks it`, {
    since: instantText(Date.parse(shown.unheard.from), industry.clock.timezone),
    amount: plainCell(shown.unheard.value, shown.siUnit),
    look: 'Register events of the unit',
  });
};

const EVENT_FACTS: Readonly<Partial<Record<ReportRegisterEvent['kind'], string>>> = {
  reset: 'Its register fell to 0 and counts on from there',
  replacement: 'Its register counts on from a lower number, as after a replacement',
  rollover: 'Its register passed its highest number',
};

const registers: Remark = (input, meter) => {
  const events = input.registerEvents?.get(meter.shown.unitId) ?? [];
  const told = events.filter(({ kind }) => EVENT_FACTS[kind] !== undefined);
  const [first] = told;
  if (first === undefined) return null;
  return attention(meter, 'medium', EVENT_FACTS[first.kind] ?? '', {
    since: instantText(first.fromEpochMs, input.industry.clock.timezone),
    look: 'Register events of the unit',
  });
};

/** A unit whose settings changed on some day of the period. */
const altered: Remark = ({ industry, period }, meter) => {
  const versions = industry.units.get(meter.shown.unitId)?.versions ?? [];
  const at = versions.findLastIndex(
    ({ effectiveFrom }, index) =>
      index > 0 && period !== null && effectiveFrom > period.days.from && effectiveFrom <= period.days.to,
  );
  const [before, after] = [versions[at - 1]?.unit, versions[at]];
  if (before === undefined || after === undefined) return null;
  const { unit, effectiveFrom } = after;
  const parts = [
    ...(before.flowFactor === unit.flowFactor ? [] : [`multiplier from ${before.flowFactor} to ${unit.flowFactor}`]),
    ...(before.maxCapacity === unit.maxCapacity ? [] : ['capacity']),
    ...(sameJson(before.volumeCurve ?? null, unit.volumeCurve ?? null) ? [] : ['volume curve']),
  ];
  return parts.length === 0
    ? null
    : attention(meter, 'low', `Changed in the period: ${parts.join(', ')}`, {
        since: dateText(effectiveFrom),
        look: 'What the unit was told to count by',
      });
};

const provisional: Remark = (_, meter) =>
  meter.span.figures?.provenance.provisional === true
    ? attention(meter, 'low', 'Its register is still to be checked; the figure may change once')
    : null;

const REMARKS: readonly Remark[] = [failed, gaps, changed, unheard, registers, altered, estimated, provisional];

/** Where people look first, by the kind of a finding. */
const LOOKS: Readonly<Record<FindingKind, string>> = {
  leak: 'What runs at night, and the pipes behind the meter',
  burst: 'The pipes behind the meter, at once',
  'unusual-use': 'What was done otherwise on this day',
  standstill: 'The meter, and the valves before it',
  stuck: 'The level sensor',
  creep: 'Drips behind the meter, and its low-flow cutoff',
  reversed: 'How the meter is mounted, and its multiplier',
  silence: 'Meter and gateway',
  'tank-low': 'Its inlet, and what draws from it',
  'tank-full': 'Its inlet',
  overflow: 'Its inlet and its overflow',
  'quality-outside': 'The treatment, and the sensor',
  'energy-drift': 'The pump, and what it works against',
  'swapped-meters': 'Which meter is mounted where',
  balance: 'Night flow of the mains, and uses without a meter',
};

const hasFinding = (
  { findings }: ReportInput,
  { shown: { unitId } }: ReportMeter,
  kinds: readonly FindingKind[],
): boolean => findings.some((finding) => finding.unitId === unitId && kinds.includes(finding.kind));

export const placeOfFinding = ({ place, unitId }: ReportFinding): string => place ?? unitId ?? 'The whole site';

function findingAttention({ findings, industry }: ReportInput): readonly Attention[] {
  return findings.map((finding) => {
    const { kind, severity, sentence, firstDay, silentSinceEpochMs } = finding;
    const silentSince = silentSinceEpochMs === null ? null : instantText(silentSinceEpochMs, industry.clock.timezone);
    return {
      severity,
      place: placeOfFinding(finding),
      since: kind === 'silence' ? silentSince : dateText(firstDay),
      fact: sentence,
      amount: null,
      look: LOOKS[kind],
    };
  });
}

/**
 * All that needs attention, worst first: findings, and remarks about the figures of meters.
 * @param own remarks of one service, such as a limit that a figure is beyond
 * @param most length of the list; its last entry counts the others
 */
export function exceptionsOf(
  input: ReportInput,
  groups: readonly MeterGroup[],
  own: readonly Attention[] = [],
  most = MOST_SHOWN,
): readonly Attention[] {
  const seen = new Set<string>();
  const found: Attention[] = [...own, ...findingAttention(input)];
  for (const group of groups) {
    for (const meter of group.meters) {
      if (seen.has(meter.shown.unitId)) continue;
      seen.add(meter.shown.unitId);
      for (const remark of REMARKS) {
        const told = remark(input, meter, group);
        if (told !== null) found.push(told);
      }
    }
  }
  const sorted = found.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  if (sorted.length <= most) return sorted;
  const rest = sorted.slice(most);
  return [
    ...sorted.slice(0, most),
    {
      severity: rest[0]?.severity ?? 'low',
      place: 'Further places',
      since: null,
      fact: 'There is more of this kind',
      amount: { kind: 'count', value: rest.length },
      look: 'The tables name every unit',
    },
  ];
}

/** Number of things in a list, because its last entry may stand for many. */
export const attentionCount = (list: readonly Attention[]): number =>
  list.reduce((things, { amount }) => things + (amount?.kind === 'count' ? amount.value : 1), 0);
