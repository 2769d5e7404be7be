import { setTimeout as delay } from 'node:timers/promises';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { PAUSE_AFTER_REFUSAL_MILLISECONDS, refusedAnswerOf, type Sender } from './ask-again.ts';

/* Alerts that are requested while the primary is lost, and the mails that tell them. */

/** User of the industry, to whom the alerts are mailed. */
const RECIPIENT = 'bench';
const PAUSE_MILLISECONDS = 250;
const LOOK_MILLISECONDS = 1000;
/** Mails whose answer nobody knows are given up after two minutes, by a duty of each minute. */
const SETTLED_WITHIN_MILLISECONDS = 300_000;

/** A title by which the mail of an alert is known. */
const titleOf = (createdOn: string): string => `Rehearsal of a loss ${createdOn}`;

/**
 * Requests alert after alert until the signal. One that was refused is requested again with its `createdOn`, which is
 * the same alert then.
 * @returns titles of the alerts that were answered 200.
 */
export async function requestAlerts(
  sender: Sender,
  industry: Industry,
  firstEpochMs: number,
  stopping: AbortSignal,
): Promise<string[]> {
  const units = [...industry.units.values()].map(({ current }) => current.unitId);
  const answered: string[] = [];
  for (let at = 0; !stopping.aborted; at += 1) {
    const createdOn = `${new Date(firstEpochMs + at * 1000).toISOString().slice(0, 19)}Z`;
    const body = JSON.stringify({
      type: 'threshold',
      unitId: units[at % units.length],
      title: titleOf(createdOn),
      meta: { alertType: 'unit_threshold', threshold: 1, currentValue: 2 },
      createdOn,
      recipients: [{ userId: RECIPIENT }],
    });
    while ((await refusedAnswerOf(sender, '/api/user/alerts', 'application/json', body)) !== null) {
      if (stopping.aborted) return answered;
      await delay(PAUSE_AFTER_REFUSAL_MILLISECONDS);
    }
    answered.push(titleOf(createdOn));
    await delay(PAUSE_MILLISECONDS);
  }
  return answered;
}

interface MailCounts {
  readonly twice: number;
  /** Answered alerts without a mail, of which nothing says that their mail is unconfirmed. */
  readonly missing: number;
  /** Alerts whose mail was handed to a mail server and never confirmed; they say so. */
  readonly unconfirmed: number;
}

/** Waits until no mail is on its way, and counts them by the subjects that have arrived. */
export async function countMailsOfAlerts(
  database: Database,
  industry: Industry,
  answered: readonly string[],
  subjects: () => readonly string[],
): Promise<MailCounts> {
  const since = performance.now();
  for (;;) {
    const states = await mailStates(database, industry);
    if (![...states.values()].some((state) => state === 'queued' || state === 'sending')) {
      const arrived = subjects();
      const mailsOf = (title: string): number => arrived.filter((subject) => subject.includes(title)).length;
      const titles = [...states.keys()];
      return {
        twice: titles.filter((title) => mailsOf(title) > 1).length,
        missing: answered.filter((title) => mailsOf(title) === 0 && states.get(title) !== 'unconfirmed').length,
        unconfirmed: titles.filter((title) => states.get(title) === 'unconfirmed').length,
      };
    }
    if (performance.now() - since > SETTLED_WITHIN_MILLISECONDS) throw new Error('Mails of alerts are still waiting.');
    await delay(LOOK_MILLISECONDS);
  }
}

/** How far the mail of each alert is, by its title. */
async function mailStates(database: Database, { industryKey }: Industry): Promise<ReadonlyMap<string, string>> {
  const rows = await database.execute<{ title: string; state: string }>(
    `SELECT incident.title, delivery.state FROM alerting.delivery
     JOIN alerting.incident USING (industry_key, incident_key)
     WHERE industry_key = $1 AND ordinal = 1 AND channel = 'email'`,
    [industryKey],
  );
  return new Map(rows.map(({ title, state }) => [title, state]));
}
