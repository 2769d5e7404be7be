import type { EpochMillis } from '../../kernel/time/types.ts';
import type { Severity } from '../../kernel/severity.ts';
import type { AlertType } from './types.ts';

export type IncidentState = 'open' | 'recovered' | 'withdrawn' | 'resolved';

/** `corrected`: readings were corrected, and the figures of an incident that is over changed with them. */
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

/** An incident as it is recorded. A rule has found the incident, or a request has sent it. */
export interface NewIncident {
  readonly incidentId: string;
  /** null: the incident came by a request. */
  readonly ruleKey: number | null;
  readonly origin: 'rule' | 'request';
  readonly alertType: AlertType;
  /** The type that the request names; 'rule': a rule found the incident. */
  readonly type: string;
  /** null: the incident concerns the whole industry. */
  readonly unitKey: number | null;
  /** Start of the hour, day or month over which the condition adds up; null: the condition has no such window. */
  readonly windowStart: EpochMillis | null;
  readonly severity: Severity;
  readonly title: string;
  readonly description: string | null;
  readonly state: IncidentState;
  /** true: the incident was found in history, so nobody is told. */
  readonly isLate: boolean;
  /** Start of the incident, by the time of the readings. */
  readonly openedAt: EpochMillis;
  readonly detectedAt: EpochMillis;
  /** null: the incident is open. */
  readonly closedAt: EpochMillis | null;
  readonly value: number | null;
  readonly peak: number | null;
  /** The figure that `value` is compared with; null: the condition has none. */
  readonly threshold: number | null;
  /** The measure of value, peak and threshold. */
  readonly unitText: string | null;
  readonly parameter: string | null;
  /** Litres that were lost; null: the loss is not known, or is not water. */
  readonly litres: number | null;
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly requestCreatedOn: EpochMillis | null;
}

/** Whom the requests of one incident have told, and how that went. An entry is `channel:recipient`. */
export interface RequestRecord {
  /** The messages of each user who was told, by userId. */
  readonly told: Readonly<Record<string, readonly string[]>>;
  /** The problem of each message at its first attempt, by entry; null: the message was sent. */
  readonly outcomes: Readonly<Record<string, string | null>>;
}

/** The record of an incident of which nobody was told yet. */
export const NO_RECORD: RequestRecord = { told: {}, outcomes: {} };

/** One occurrence of a rule's condition, or an alert that a request has sent. The API calls every incident an alert. */
export interface Incident extends NewIncident {
  readonly incidentKey: number;
  readonly acknowledgedAt: EpochMillis | null;
  readonly acknowledgedBy: string | null;
  /** userId of the person who works on the incident; null: nobody does. */
  readonly assigneeId: string | null;
  readonly snoozedUntil: EpochMillis | null;
}

/** A change of an incident. */
export interface Transition {
  /** Number of the transition within its incident, from 1. */
  readonly ordinal: number;
  readonly kind: TransitionKind;
  /** When the change happened, by the time of the readings. */
  readonly at: EpochMillis;
  readonly recordedAt: EpochMillis;
  /** userId of the person who made the change; null: the service made the change. */
  readonly actorUserId: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  /** null: the messages about the change are still to be composed. */
  readonly dispatchedAt: EpochMillis | null;
}
