import type { BusinessDate } from '../../kernel/time/types.ts';

/** Acts of people in the history of a finding. */
export const FINDING_ACTS = [
  'acknowledged',
  'assigned',
  'unassigned',
  'commented',
  'confirmed',
  'rejected',
  'verdict withdrawn',
  'muted',
  'unmuted',
] as const;
export type FindingAct = (typeof FINDING_ACTS)[number];

/** End of a mute that has none. No calendar of figures reaches this day, so it has no checked constructor. */
export const NEVER_TOLD = '9999-12-31' as BusinessDate;
