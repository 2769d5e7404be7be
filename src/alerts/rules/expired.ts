import { DAY_MS } from '../../kernel/time/durations.ts';
import type { Incident } from './incident-record.ts';

/** How long an alert that came by a request is active, as `end_requests` has it. */
const REQUEST_ACTIVE_MS = DAY_MS;

/** Whether an alert is over because its time is, and nobody has told or ended it. */
export const hasExpired = ({
  origin,
  state,
  openedAt,
  closedAt,
}: Pick<Incident, 'origin' | 'state' | 'openedAt' | 'closedAt'>): boolean =>
  origin === 'request' && state === 'resolved' && closedAt === openedAt + REQUEST_ACTIVE_MS;
