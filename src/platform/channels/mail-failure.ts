import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { ChannelError } from './channel.ts';

type MailFailure =
  | { readonly state: 'unconfirmed' | 'failed'; readonly problem: string }
  /** The mail is sent again at `dueAt`. */
  | { readonly state: 'queued'; readonly problem: string; readonly dueAt: Date };

interface FailedAttempt {
  /** Number of attempts, the failed one included. */
  readonly attempts: number;
  /** Attempts after which a mail is given up; absent: whoever queued the mail gives it up by its age. */
  readonly mostAttempts?: number;
  readonly longestPauseMinutes: number;
  readonly now: EpochMillis;
}

/**
 * Decides what becomes of a mail whose sending failed. A mail is sent again only where the server was out of reach, and
 * after 2, 4, 8 .. minutes. Any other mail may have left, or is refused again.
 * @throws the error itself, when no channel has thrown it
 */
export function mailFailure(
  error: unknown,
  { attempts, mostAttempts = Infinity, longestPauseMinutes, now }: FailedAttempt,
): MailFailure {
  if (!(error instanceof ChannelError)) throw error;
  const problem = error.message;
  if (error.kind === 'unconfirmed') return { state: 'unconfirmed', problem };
  if (error.kind !== 'unreachable' || attempts >= mostAttempts) return { state: 'failed', problem };
  const pauseMinutes = Math.min(longestPauseMinutes, 2 ** attempts);
  return { state: 'queued', problem, dueAt: new Date(now + pauseMinutes * MINUTE_MS) };
}
