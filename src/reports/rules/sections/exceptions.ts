import { numberOrNull } from '../../../figures/rules/processors/numbers.ts';
import { sameJson } from '../../../kernel/json.ts';
import type { FindingKind } from '../../../findings/rules/kinds.ts';
import { dateText, instantText } from '../../../kernel/format/date-text.ts';
import { SEVERITIES, type Severity } from '../../../kernel/severity.ts';
import type { Attention } from '../document.ts';
import type { ReportFinding, ReportInput, ReportRegisterEvent } from '../input.ts';
import { changeOf, type ReportMeter, type MeterGroup, plainCell } from '../meters.ts';
import { hasUnheard, unheardWords } from './unheard.ts';
import { type ReportTextKey, type ReportTexts, reportTextsOf, severityIn } from '../report-texts.ts';
import { catalogueOf } from '../../../kernel/texts/catalogue.ts';

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

const failed: Remark = ({ request }, meter) =>
  meter.span.figures?.provenance.failed === true
    ? attention(meter, 'high', reportTextsOf({ request })('formulaFailed'), {
        look: reportTextsOf({ request })('lookFormula'),
      })
    : null;

/** False for a meter that is a spare: it sent nothing in the periods that are compared either. */
const hasSentBefore = ({ previous, lastYear }: ReportInput, { shown: { unitId } }: ReportMeter): boolean =>
  [previous, lastYear].some((set) => (set?.spans.get(unitId)?.figures?.provenance.slotsGenuine ?? 0) > 0);

const gaps: Remark = (input, meter) => {
  const { coverage } = meter.shown;
  if (coverage === null || coverage >= WELL_COVERED || meter.span.unit.group === 'VIRTUAL') return null;
  if (coverage === 0 && !hasSentBefore(input, meter)) return null;
  if (hasFinding(input, meter, ['silence'])) return null;
  const t = reportTextsOf(input);
  return attention(meter, 'medium', t('readingsMissing'), {
    amount: { kind: 'percent', share: 1 - coverage },
    look: t('lookCompleteness'),
  });
};

const estimated: Remark = (input, meter) => {
  const share = meter.shown.estimatedShare ?? 0;
  return share <= MOSTLY_MEASURED
    ? null
    : attention(meter, 'low', reportTextsOf(input)('readingsEstimated'), { amount: { kind: 'percent', share } });
};

const changed: Remark = (input, meter, { figures }) => {
  // Gaps of a virtual unit are told at its units. A share of a depth has no meaning.
  if (['VIRTUAL', 'GROUND_WATER_LEVEL'].includes(meter.span.unit.group)) return null;
  // Of a day, the finding of unusual use tells what is far from the usual.
  if (input.period === null || input.period.days.from === input.period.days.to) return null;
  if (hasFinding(input, meter, OF_USE)) return null;
  const change = changeOf(input, [meter], input.previous);
  const value = numberOrNull(meter.shown.value);
  if (change.kind !== 'change' || change.share === null || Math.abs(change.share) < MUCH_CHANGED || value === null)
    return null;
  const whole = Math.abs(figures.value ?? value);
  if (Math.max(Math.abs(value), Math.abs(change.from)) < WORTH_TELLING * whole) return null;
  return attention(meter, 'medium', reportTextsOf(input)(change.share > 0 ? 'farMore' : 'farLess'), {
    amount: change,
  });
};

const unheard: Remark = (input, meter) => {
  const t = reportTextsOf(input);
  const { industry } = input;
  const { shown } = meter;
  if (shown.unheard === undefined || !hasUnheard(meter)) return null;
  const how = unheardWords(t, shown.unheard, numberOrNull(shown.value));
  return attention(meter, 'medium', t('countedOn', { how }), {
    since: instantText(Date.parse(shown.unheard.from), industry.clock.timezone, t.language),
    amount: plainCell(shown.unheard.value, shown.siUnit),
    look: t('lookEvents'),
  });
};

const EVENT_FACTS: Readonly<Partial<Record<ReportRegisterEvent['kind'], ReportTextKey>>> = {
  reset: 'eventReset',
  replacement: 'eventReplacement',
  rollover: 'eventRollover',
};

const registers: Remark = (input, meter) => {
  const events = input.registerEvents?.get(meter.shown.unitId) ?? [];
  const [first] = events.flatMap(({ kind, fromEpochMs }) => {
    const fact = EVENT_FACTS[kind];
    return fact === undefined ? [] : [{ fact, fromEpochMs }];
  });
  if (first === undefined) return null;
  const t = reportTextsOf(input);
  return attention(meter, 'medium', t(first.fact), {
    since: instantText(first.fromEpochMs, input.industry.clock.timezone, t.language),
    look: t('lookEvents'),
  });
};

/** A unit whose settings changed on some day of the period. */
const altered: Remark = (input, meter) => {
  const { industry, period } = input;
  const versions = industry.units.get(meter.shown.unitId)?.versions ?? [];
  const at = versions.findLastIndex(
    ({ effectiveFrom }, index) =>
      index > 0 && period !== null && effectiveFrom > period.days.from && effectiveFrom <= period.days.to,
  );
  const [before, after] = [versions[at - 1]?.unit, versions[at]];
  if (before === undefined || after === undefined) return null;
  const { unit, effectiveFrom } = after;
  const t = reportTextsOf(input);
  const parts = [
    ...(before.flowFactor === unit.flowFactor
      ? []
      : [t('multiplierChange', { from: String(before.flowFactor), to: String(unit.flowFactor) })]),
    ...(before.maxCapacity === unit.maxCapacity ? [] : [t('capacityChange')]),
    ...(before.pRefKilowatts === unit.pRefKilowatts ? [] : [t('referenceChange')]),
    ...(sameJson(before.volumeCurve ?? null, unit.volumeCurve ?? null) ? [] : [t('curveChange')]),
  ];
  return parts.length === 0
    ? null
    : attention(meter, 'low', t('changedInPeriod', { parts: parts.join(', ') }), {
        since: dateText(effectiveFrom, t.language),
        look: t('lookCountBy'),
      });
};

const provisional: Remark = (input, meter) =>
  meter.span.figures?.provenance.provisional === true
    ? attention(meter, 'low', reportTextsOf(input)('toBeChecked'))
    : null;

const REMARKS: readonly Remark[] = [failed, gaps, changed, unheard, registers, altered, estimated, provisional];

const hasFinding = (
  { findings }: ReportInput,
  { shown: { unitId } }: ReportMeter,
  kinds: readonly FindingKind[],
): boolean => findings.some((finding) => finding.unitId === unitId && kinds.includes(finding.kind));

export const placeOfFinding = (t: ReportTexts, { place, unitId }: ReportFinding): string =>
  place ?? unitId ?? t('wholeSite');

function findingAttention(input: ReportInput): readonly Attention[] {
  const { findings, industry } = input;
  const t = reportTextsOf(input);
  // Where people look first, by the kind of a finding.
  const looks: Readonly<Record<FindingKind, string>> = catalogueOf(t.language).reportLooks;
  return findings.map((finding) => {
    const { kind, severity, sentence, firstDay, silentSinceEpochMs } = finding;
    const silentSince =
      silentSinceEpochMs === null ? null : instantText(silentSinceEpochMs, industry.clock.timezone, t.language);
    return {
      severity,
      place: placeOfFinding(t, finding),
      since: kind === 'silence' ? silentSince : dateText(firstDay, t.language),
      fact: sentence,
      amount: null,
      look: looks[kind],
    };
  });
}

/** Start of a thing where its own sentence does not tell it; null: nothing is to be told beside the sentence. */
export const sinceBesideFact = ({ since, fact }: Attention): string | null =>
  since !== null && fact.includes(since) ? null : since;

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
        const one = remark(input, meter, group);
        if (one !== null) found.push(one);
      }
    }
  }
  const sorted = found.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  if (sorted.length <= most) return sorted;
  const rest = sorted.slice(most);
  const worst = rest[0]?.severity ?? 'low';
  const t = reportTextsOf(input);
  return [
    ...sorted.slice(0, most),
    {
      severity: worst,
      place: t('furtherPlaces'),
      since: null,
      fact: t('moreThings', { count: rest.length, severity: severityIn(t, worst) }),
      amount: null,
      look: t('lookTables'),
      standsFor: rest.map(attentionKey),
    },
  ];
}

/** Key by which a thing is the same in several reports. */
export const attentionKey = ({ place, fact, since }: Pick<Attention, 'place' | 'fact' | 'since'>): string =>
  JSON.stringify([place, fact, since]);
