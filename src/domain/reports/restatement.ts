import { DAY_MS, HOUR_MS } from '../time/durations.ts';

/** A report is restated once its days have been quiet for so long. */
const QUIET_MILLISECONDS = HOUR_MS;
/** Spec gap: for how long a sent report is watched. Its files are kept as long. */
export const WATCHED_DAYS = 400;

export const restatementDue = (changedAt: Date): Date => new Date(changedAt.getTime() + QUIET_MILLISECONDS);
/** Reports sent before are left alone. */
export const watchedSince = (now: Date): Date => new Date(now.getTime() - WATCHED_DAYS * DAY_MS);
