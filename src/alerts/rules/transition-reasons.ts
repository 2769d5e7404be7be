/**
 * Why an incident changed by nobody's act on it: `because` in the detail of its transition, stored and answered as it
 * stands here.
 */
export const BECAUSE = {
  unwatched: 'no longer watched',
  ruleChanged: 'rule changed',
  ruleDeleted: 'rule deleted',
  expired: 'a request is active for 24 hours',
  toldOver: 'a later request told its end',
  withdrawn: 'withdrawn by corrected data',
  snoozeOver: 'snooze is over',
  unreached: 'nobody could be reached',
} as const;

export type Because = (typeof BECAUSE)[keyof typeof BECAUSE];
