import type { EpochMillis } from '../../kernel/time/types.ts';
import type { Severity } from '../../kernel/severity.ts';
import type { AlertType } from './types.ts';

export type IncidentState = 'open' | 'recovered' | 'withdrawn' | 'resolved';

/** `corrected`: readings were, and with them what an incident that is over came to. */
export const TRANSITION_KINDS = [
  'fired',
  'recovered',
  'corrected',
  'withdrawn',
  'resolved',
  'acknowledged',
  'assigned',
  'unassigned',
  'commented',
  'snoozed',
  'escalated',
  'reminded',
] as const;
export type TransitionKind = (typeof TRANSITION_KINDS)[number];

/** An incident when it is recorded: found by a rule, or sent by a request. */
export interface NewIncident {
  readonly incidentId: string;
  /** null: it came by a request. */
  readonly ruleKey: number | null;
  readonly origin: 'rule' | 'request';
  readonly alertType: AlertType;
  /** The request's own type; 'rule' where a rule found it. */
  readonly type: string;
  /** null: the whole industry. */
  readonly unitKey: number | null;
  /** Start of the hour, day or month that is added up; null for conditions that know no window. */
  readonly windowStart: EpochMillis | null;
  readonly severity: Severity;
  readonly title: string;
  readonly description: string | null;
  readonly state: IncidentState;
  /** Found in history: recorded, never paged. */
  readonly isLate: boolean;
  /** Start by the readings' own time. */
  readonly openedAt: EpochMillis;
  readonly detectedAt: EpochMillis;
  /** null while it is open. */
  readonly closedAt: EpochMillis | null;
  readonly value: number | null;
  readonly peak: number | null;
  readonly limit: number | null;
  /** The measure of value, peak and limit. */
  readonly unitText: string | null;
  readonly parameter: string | null;
  /** The loss; null where that is not water, or not known. */
  readonly litres: number | null;
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly requestCreatedOn: EpochMillis | null;
}

/** Whom requests of one incident have told, and what became of it. An entry is `channel:recipient`. */
export interface RequestRecord {
  /** The messages of each user who was told, by userId. */
  readonly told: Readonly<Record<string, readonly string[]>>;
  /** What became of each message first: its problem, null where it was sent. */
  readonly outcomes: Readonly<Record<string, string | null>>;
}

/** One occurrence of a rule's condition, or an alert recorded by request. The wire calls it an alert. */
export interface Incident extends NewIncident {
  readonly incidentKey: number;
  readonly acknowledgedAt: EpochMillis | null;
  readonly acknowledgedBy: string | null;
  /** userId of the person who works on it; null: nobody. */
  readonly assigneeId: string | null;
  readonly snoozedUntil: EpochMillis | null;
}

/** A change of an incident, at an instant of the readings' own time. */
export interface Transition {
  /** Number of the transition within its incident, from 1. */
  readonly ordinal: number;
  readonly kind: TransitionKind;
  readonly at: EpochMillis;
  readonly recordedAt: EpochMillis;
  /** userId; null: the service itself. */
  readonly actorUserId: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  /** null: its messages are still to be composed. */
  readonly dispatchedAt: EpochMillis | null;
}
