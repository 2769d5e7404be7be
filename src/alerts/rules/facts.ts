import type { UnitGroup } from '../../kernel/measure/unit.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import type { Severity } from '../../kernel/severity.ts';
import type { AlertType, LimitKind } from './types.ts';

/** The kinds of news of an incident: it is there, over, taken back, or still waiting for somebody. */
export const TOLD_KINDS = ['fired', 'recovered', 'withdrawn', 'escalated'] as const;
export type ToldKind = (typeof TOLD_KINDS)[number];

/** `unchecked`: readings say nothing of a claim. */
export const CLAIM_VERDICTS = ['unchecked', 'confirmed', 'denied'] as const;

/** The report of a person or device, and the verdict of the readings on it. */
export interface Claim {
  /** userId */
  readonly by: string;
  readonly verdict: (typeof CLAIM_VERDICTS)[number];
}

export type Checked =
  | { readonly verdict: 'unchecked' }
  /** The unit was heard last at that instant, or nothing has passed since. */
  | { readonly verdict: 'confirmed'; readonly at: EpochMillis }
  /** The unit was heard at that instant, or so much has passed since. */
  | { readonly verdict: 'denied'; readonly at: EpochMillis; readonly passed: Passed | null };

interface Passed {
  readonly value: number;
  readonly unit: string;
}

/** The parts of a message about an incident. Texts are as their users typed them. */
export interface AlertFacts {
  readonly alertId: string;
  readonly kind: ToldKind;
  readonly alertType: AlertType;
  readonly severity: Severity;
  readonly industryId: string;
  readonly industryName: string;
  /** null: the whole industry. */
  readonly unitId: string | null;
  readonly unitName: string | null;
  /** null: the whole industry, or a unit that was removed. */
  readonly group: UnitGroup | null;
  /** The rule's title, as its author typed it. */
  readonly title: string;
  readonly value: number | null;
  readonly limit: number | null;
  /** The value that was furthest from the limit. */
  readonly peak: number | null;
  /** The kind of the limit, where a condition has several; null: it has one, or nobody knows. */
  readonly limitKind: LimitKind | null;
  /** Unit of measure of these three; empty: none. */
  readonly unit: string;
  /** Name of a quality parameter. */
  readonly parameter: string | null;
  /** Side of the limit; null: the side on which the value is. */
  readonly side: 'above' | 'below' | null;
  /** Number of days, for conditions that count days. */
  readonly days: number | null;
  readonly litres: number | null;
  /** Somebody asked to tell it; null: a rule has found it. */
  readonly report: (Pick<Claim, 'by'> & Checked) | null;
  /** True when the unit has never sent anything. */
  readonly isNeverHeard: boolean;
  readonly since: EpochMillis;
  /** The first day, where only whole days are known. */
  readonly sinceDay: BusinessDate | null;
  /** Time from which somebody could have answered, possibly long after the beginning. */
  readonly foundAt: EpochMillis;
  /** null: it lasts. */
  readonly until: EpochMillis | null;
  /** Time at which the message is written. */
  readonly now: EpochMillis;
  readonly timezone: string;
  /** Page of the incident; null: the service knows no address of its own. */
  readonly link: string | null;
}
