import { type Translated, translated } from '../../kernel/language.ts';
import type { Severity } from '../../kernel/severity.ts';

const LIMITS = translated('findingLimits');

/** Kinds of findings, in the order in which tables list them. */
export const FINDING_KINDS = [
  'leak',
  'burst',
  'unusual-use',
  'standstill',
  'stuck',
  'creep',
  'reversed',
  'silence',
  'tank-low',
  'tank-full',
  'overflow',
  'quality-outside',
  'battery-low',
  'energy-drift',
  'swapped-meters',
  'balance',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export const TANK_KINDS: readonly FindingKind[] = ['tank-low', 'tank-full', 'overflow'];

/** A limit of a kind that an industry, a sub-category or a unit may set. */
export interface KindLimit {
  /** null: the kind's own rule for the unit, which `meaning` of the limit tells. */
  readonly byDefault: number | null;
  readonly unit: '%' | 'minutes' | 'days';
  readonly least: number;
  readonly most: number;
  /** Words of the limit, for people who set it. */
  readonly meaning: Translated;
}

interface Kind {
  readonly severity: Severity;
  /** Urgency beside other kinds of the same loss. */
  readonly urgency: number;
  readonly limit: KindLimit | null;
  /** Whether the running day is judged, too, every minute. Other kinds need whole days. */
  readonly isJudgedRunning: boolean;
  /** Whether the morning mail tells it to the people of an industry without any rule of theirs. */
  readonly isMailed: boolean;
}

/** Loss of the inflow that is tolerated unless people set another limit. */
export const TOLERATED_LOSS_PERCENT = 10;

const SETTLED = { isJudgedRunning: false, isMailed: false } as const;

/**
 * The table of kinds: severity, urgency and the limit that people may set. The rule of a kind stands in detectors/, its
 * words in kind-words.ts.
 */
export const KINDS: Readonly<Record<FindingKind, Kind>> = {
  leak: { severity: 'high', urgency: 4, limit: null, ...SETTLED },
  burst: { severity: 'critical', urgency: 5, limit: null, ...SETTLED },
  'unusual-use': { severity: 'medium', urgency: 2, limit: null, ...SETTLED },
  standstill: { severity: 'medium', urgency: 3, limit: null, ...SETTLED },
  stuck: {
    severity: 'medium',
    urgency: 2,
    limit: {
      byDefault: 2,
      unit: 'days',
      least: 1,
      most: 60,
      meaning: LIMITS.stuck,
    },
    ...SETTLED,
  },
  creep: { severity: 'low', urgency: 1, limit: null, ...SETTLED },
  reversed: { severity: 'high', urgency: 3, limit: null, isJudgedRunning: false, isMailed: true },
  silence: {
    severity: 'high',
    urgency: 2,
    limit: {
      byDefault: null,
      unit: 'minutes',
      least: 1,
      most: 43_200,
      meaning: LIMITS.silence,
    },
    isJudgedRunning: true,
    isMailed: true,
  },
  'tank-low': {
    severity: 'high',
    urgency: 4,
    limit: {
      byDefault: 10,
      unit: '%',
      least: 0,
      most: 100,
      meaning: LIMITS['tank-low'],
    },
    isJudgedRunning: true,
    isMailed: true,
  },
  'tank-full': {
    severity: 'medium',
    urgency: 3,
    limit: {
      byDefault: 98,
      unit: '%',
      least: 0,
      most: 100,
      meaning: LIMITS['tank-full'],
    },
    isJudgedRunning: true,
    isMailed: true,
  },
  overflow: { severity: 'high', urgency: 4, limit: null, isJudgedRunning: true, isMailed: true },
  'quality-outside': { severity: 'high', urgency: 4, limit: null, isJudgedRunning: true, isMailed: true },
  'battery-low': {
    severity: 'medium',
    urgency: 1,
    limit: {
      byDefault: 20,
      unit: '%',
      least: 0,
      most: 100,
      meaning: LIMITS['battery-low'],
    },
    isJudgedRunning: true,
    isMailed: false,
  },
  'energy-drift': {
    severity: 'medium',
    urgency: 2,
    limit: {
      byDefault: 10,
      unit: '%',
      least: 1,
      most: 100,
      meaning: LIMITS['energy-drift'],
    },
    ...SETTLED,
  },
  'swapped-meters': { severity: 'medium', urgency: 3, limit: null, ...SETTLED },
  balance: {
    severity: 'high',
    urgency: 3,
    limit: {
      byDefault: TOLERATED_LOSS_PERCENT,
      unit: '%',
      least: 0,
      most: 100,
      meaning: LIMITS.balance,
    },
    isJudgedRunning: false,
    isMailed: true,
  },
};

/** Limits in force for a unit, or for the industry as a whole. A kind that is absent has its default. */
export type LimitsInForce = Readonly<Partial<Record<FindingKind, number>>>;

/** The limit of a kind; null: the kind's own rule decides. */
export const limitOf = (limits: LimitsInForce | undefined, kind: FindingKind): number | null =>
  limits?.[kind] ?? KINDS[kind].limit?.byDefault ?? null;

/** Content at or below which a tank is as good as empty. */
const EMPTY_PERCENT = 2;

const DAY_MINUTES = 1440;

/** A silence that is over is looked at after those that last, and so is a unit that has never sent. */
function silenceSeverity({ silentSince, silentUntil, silentMinutes }: Readonly<Record<string, unknown>>): Severity {
  if (typeof silentSince !== 'string') return 'low';
  if (typeof silentUntil !== 'string') return KINDS.silence.severity;
  return typeof silentMinutes === 'number' && silentMinutes >= DAY_MINUTES ? 'medium' : 'low';
}

/** Severity of one finding: that of its kind, unless its evidence says more or less. */
export function severityOf(kind: FindingKind, evidence: Readonly<Record<string, unknown>>): Severity {
  const { worstPercent } = evidence;
  if (kind === 'tank-low' && typeof worstPercent === 'number' && worstPercent <= EMPTY_PERCENT) return 'critical';
  if (kind === 'silence') return silenceSeverity(evidence);
  if (kind === 'unusual-use' && evidence['verdict'] === 'less') return 'low';
  return KINDS[kind].severity;
}
