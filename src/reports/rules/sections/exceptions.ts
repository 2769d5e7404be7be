import { sameJson } from '../../../kernel/json.ts';
import { minOrNull } from '../../../figures/rules/processors/numbers.ts';
import { mean } from '../../../kernel/statistics.ts';
import { dateText, instantText } from '../../../kernel/format/date-text.ts';
import { dayWindow } from '../../../kernel/time/business-clock.ts';
import { HOUR_MS } from '../../../kernel/time/durations.ts';
import { bucketPlaces } from '../buckets.ts';
import { SEVERITIES, type Severity } from '../../../kernel/severity.ts';
import type { Attention } from '../document.ts';
import type { ReportInput, ReportRegisterEvent } from '../input.ts';
import { changeOf, type ReportMeter, type MeterGroup, numberOf, plainCell } from '../meters.ts';
import { fullnessOf } from '../tanks.ts';
import { hasUnheard, unheardWords } from './unheard.ts';

/* Findings that come first in a report, worst first, each with place, start and size. */

/** Longest list of findings. More would be a list of its own, and the tables name every unit. */
const MOST_SHOWN = 10;

const WELL_COVERED = 0.9;
const MOSTLY_MEASURED = 0.05;
const MUCH_CHANGED = 0.5;
const WORTH_TELLING = 0.05;
const SILENT_HOURS = 3;
const SILENT_SLOTS = 3;

type Finding = (input: ReportInput, meter: ReportMeter, group: MeterGroup) => Attention | null;

const attention = (meter: ReportMeter, severity: Severity, fact: string, more: Partial<Attention> = {}): Attention => ({
  severity,
  place: meter.shown.unitName,
  since: null,
  fact,
  amount: null,
  look: null,
  ...more,
});

const failed: Finding = (_, meter) =>
  meter.span.figures?.provenance.failed === true
    ? attention(meter, 'high', 'Its formula, or a unit that it uses, failed', { look: 'The formula of the unit' })
    : null;

const silent: Finding = (input, meter) => {
  const { figures, unit } = meter.span;
  if (unit.group === 'VIRTUAL' || figures === null || figures.provenance.slotsExpected === 0) return null;
  const { lastEpoch } = figures.provenance;
  if (lastEpoch === null) {
    // Without an earlier period nobody knows whether the unit has just stopped or never sent.
    if (input.previous === null) return attention(meter, 'medium', 'Sent nothing', { look: 'Meter and gateway' });
    const before = input.previous.spans.get(unit.unitId)?.figures?.provenance.lastEpoch ?? null;
    return before === null
      ? attention(meter, 'low', 'Sent nothing, nor in the period before', { look: 'Meter and gateway' })
      : attention(meter, 'high', 'Sent nothing', {
          since: instantText(before, input.industry.clock.timezone),
          look: 'Meter and gateway',
        });
  }
  const end = Math.min(input.nowEpochMs, endOf(input));
  const tolerated = Math.max(SILENT_HOURS * HOUR_MS, SILENT_SLOTS * unit.dataUpdateFrequencySeconds * 1000);
  if (end - lastEpoch <= tolerated) return null;
  return attention(meter, 'high', 'Stopped sending', {
    since: instantText(lastEpoch, input.industry.clock.timezone),
    amount: { kind: 'duration', minutes: (end - lastEpoch) / 60_000 },
    look: 'Meter and gateway',
  });
};

const endOf = ({ industry, period, nowEpochMs }: ReportInput): number =>
  period === null ? nowEpochMs : dayWindow(industry.clock, period.days.to).endEpochMs;

const gaps: Finding = (input, meter, group) => {
  const { coverage } = meter.shown;
  if (coverage === null || coverage === 0 || coverage >= WELL_COVERED || meter.span.unit.group === 'VIRTUAL')
    return null;
  if (silent(input, meter, group) !== null) return null;
  return attention(meter, 'medium', 'Readings are missing: the share of them', {
    amount: { kind: 'percent', share: 1 - coverage },
    look: 'The table of completeness',
  });
};

const estimated: Finding = (_, meter) => {
  const share = meter.shown.estimatedShare ?? 0;
  return share <= MOSTLY_MEASURED
    ? null
    : attention(meter, 'low', 'Readings are estimated: the share of them', { amount: { kind: 'percent', share } });
};

const negative: Finding = (_, meter) => {
  const value = numberOf(meter.shown.value);
  if (value === null || value >= 0 || !['FLOW', 'CONSUMPTION', 'ENERGY'].includes(meter.span.unit.group)) return null;
  return attention(meter, 'medium', 'Counted backwards', {
    amount: plainCell(value, meter.shown.siUnit),
    look: 'How the meter is mounted, and its multiplier',
  });
};

const changed: Finding = (input, meter, { figures }) => {
  // Gaps of a virtual unit are told at its units. A share of a depth has no meaning.
  if (['VIRTUAL', 'GROUND_WATER_LEVEL'].includes(meter.span.unit.group)) return null;
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

const LEAST_HOURS = 20;
const LEAK_SHARE = 0.1;

/** A flow that never stops looks like a leak: the lowest hour is a good part of the mean. */
const ceaseless: Finding = (input, meter) => {
  const { unit } = meter.span;
  // Rain may fall all day.
  if (input.request.service === 'rain_water') return null;
  if (input.period?.bucket !== 'hour' || !['FLOW', 'CONSUMPTION'].includes(unit.group)) return null;
  const places = bucketPlaces(input);
  const hours = meter.shown.data.filter((_, index) => places[index]?.state === 'ended');
  const values = hours.map(({ y }) => numberOf(y)).filter((value) => value !== null);
  if (values.length < LEAST_HOURS || values.length < hours.length || values.some((value) => value <= 0)) return null;
  // A partly measured hour may have been more, so it cannot be the lowest.
  const lowest = minOrNull(hours.map(({ y, bound }) => (bound === undefined ? numberOf(y) : null)));
  if (lowest === null || lowest < LEAK_SHARE * mean(values)) return null;
  return attention(meter, 'low', 'Ran in every hour, as a leak would: the lowest hour', {
    amount: plainCell(lowest, meter.shown.siUnit),
    look: 'What runs at night',
  });
};

const unheard: Finding = ({ industry }, meter) => {
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

const registers: Finding = (input, meter) => {
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
const altered: Finding = ({ industry, period }, meter) => {
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

const LOW_TANK = 0.2;
const EMPTY_TANK = 0.1;
const FULL_TANK = 0.98;

/** A tank that runs dry or over. */
const tank: Finding = ({ request }, meter) => {
  // The last hour of a tank says nothing about a month, so a director need not see it.
  if (meter.span.unit.group !== 'STOCK' || request.service === 'executive') return null;
  const share = fullnessOf(meter);
  if (share === null || (share > LOW_TANK && share < FULL_TANK)) return null;
  const amount = { kind: 'percent', share } as const;
  return share <= LOW_TANK
    ? attention(meter, share <= EMPTY_TANK ? 'critical' : 'high', 'Is nearly empty', {
        amount,
        look: 'Its inlet, and what draws from it',
      })
    : attention(meter, 'medium', 'Is full and may run over', { amount, look: 'Its inlet' });
};

const provisional: Finding = (_, meter) =>
  meter.span.figures?.provenance.provisional === true
    ? attention(meter, 'low', 'Its register is still to be checked; the figure may change once')
    : null;

const FINDINGS: readonly Finding[] = [
  tank,
  failed,
  silent,
  gaps,
  negative,
  changed,
  unheard,
  registers,
  altered,
  ceaseless,
  estimated,
  provisional,
];

/**
 * Findings of a report, worst first.
 * @param own findings of one service, such as a limit that a figure is beyond
 * @param most length of the list; its last entry counts the others
 */
export function exceptionsOf(
  input: ReportInput,
  groups: readonly MeterGroup[],
  own: readonly Attention[] = [],
  most = MOST_SHOWN,
): readonly Attention[] {
  const seen = new Set<string>();
  const found: Attention[] = [...own];
  for (const group of groups) {
    for (const meter of group.meters) {
      if (seen.has(meter.shown.unitId)) continue;
      seen.add(meter.shown.unitId);
      for (const finding of FINDINGS) {
        const told = finding(input, meter, group);
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

/** Number of findings in a list, because its last entry may stand for many. */
export const attentionCount = (list: readonly Attention[]): number =>
  list.reduce((things, { amount }) => things + (amount?.kind === 'count' ? amount.value : 1), 0);
