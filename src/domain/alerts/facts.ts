import type { UnitGroup } from '../measure/unit.ts';
import type { BusinessDate, EpochMillis } from '../time/types.ts';
import type { AlertType, Severity } from './types.ts';

/** What people are told of an incident: that it is there, over, taken back, or still waiting for somebody. */
export const TOLD_KINDS = ['fired', 'recovered', 'withdrawn', 'escalated'] as const;
export type ToldKind = (typeof TOLD_KINDS)[number];

/** Everything that a message about an incident is made of. Texts are as their users typed them. */
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
  /** What its author called the rule. */
  readonly title: string;
  readonly value: number | null;
  readonly limit: number | null;
  /** The value that was furthest from the limit. */
  readonly peak: number | null;
  /** Unit of measure of these three; empty: none. */
  readonly unit: string;
  /** Name of a quality parameter. */
  readonly parameter: string | null;
  /** Which side of the limit; null: the side on which the value is. */
  readonly side: 'above' | 'below' | null;
  /** Of conditions that count days. */
  readonly days: number | null;
  readonly litres: number | null;
  /** Its unit has never sent anything. */
  readonly isNeverHeard: boolean;
  readonly since: EpochMillis;
  /** Of what is known of whole days alone: the first of them. */
  readonly sinceDay: BusinessDate | null;
  /** Since when somebody could have answered, which may be long after it began. */
  readonly foundAt: EpochMillis;
  /** null: it lasts. */
  readonly until: EpochMillis | null;
  /** When the message is written. */
  readonly now: EpochMillis;
  readonly timezone: string;
  /** Page of the incident; null: the service knows no address of its own. */
  readonly link: string | null;
}
