import { setTimeout as delay } from 'node:timers/promises';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { postUntilAnswered, type Sender } from './ask-again.ts';

/* Alerts that are requested while the primary is lost, and the mails that tell them. */

/** User of the industry, to whom the alerts are mailed. */
const RECIPIENT = 'bench';
const PAUSE_MILLISECONDS = 250;
const LOOK_MILLISECONDS = 1000;
/** Mails whose answer nobody knows are given up after two minutes, by a duty of each minute. */
const SETTLED_WITHIN_MILLISECONDS = 300_000;

/** A title by which an alert is known. */
const titleOf = (createdOn: string): string => `Rehearsal of a loss ${createdOn}`;

/**
 * Requests alert after alert until the signal. A refused alert is requested again with its `createdOn`, so both
 * requests are the same alert.
 * @returns titles of the alerts that were answered 200.
 */
export async function requestAlerts(sender: Sender, industry: Industry, firstEpochMs: number): Promise<string[]> {
  const units = [...industry.units.values()].map(({ current }) => current.unitId);
  const answered: string[] = [];
  for (let at = 0; !sender.stopping.aborted; at += 1) {
    const createdOn = `${new Date(firstEpochMs + at * 1000).toISOString().slice(0, 19)}Z`;
    const body = JSON.stringify({
      type: 'threshold',
      unitId: units[at % units.length],
      title: titleOf(createdOn),
      meta: { alertType: 'unit_threshold', threshold: 1, currentValue: 2 },
      createdOn,
      recipients: [{ userId: RECIPIENT }],
    });
    const asked = { path: '/api/user/alerts', contentType: 'application/json', body, counted: 'alert ' };
    if (!(await postUntilAnswered(sender, asked))) break;
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

/** Waits until no mail is on its way, and counts them by the links of those that have arrived. */
export async function countMailsOfAlerts(
  database: Database,
  industry: Industry,
  answered: readonly string[],
  texts: () => readonly string[],
): Promise<MailCounts> {
  const since = performance.now();
  for (;;) {
    const mails = await mailsOfAlerts(database, industry);
    if (![...mails.values()].some(({ state }) => state === 'queued' || state === 'sending')) {
      const arrived = texts();
      const arrivalsOf = (incidentId: string): number => arrived.filter((text) => text.includes(incidentId)).length;
      const all = [...mails.values()];
      const isMissing = (title: string): boolean => {
        const mail = mails.get(title);
        return mail === undefined || (mail.state !== 'unconfirmed' && arrivalsOf(mail.incidentId) === 0);
      };
      return {
        twice: all.filter(({ incidentId }) => arrivalsOf(incidentId) > 1).length,
        missing: answered.filter(isMissing).length,
        unconfirmed: all.filter(({ state }) => state === 'unconfirmed').length,
      };
    }
    if (performance.now() - since > SETTLED_WITHIN_MILLISECONDS) throw new Error('Mails of alerts are still waiting.');
    await delay(LOOK_MILLISECONDS);
  }
}

interface MailOfAlert {
  readonly incidentId: string;
  readonly state: string;
}

/** How far the mail of each alert is, by its title. */
async function mailsOfAlerts(database: Database, { industryKey }: Industry): Promise<ReadonlyMap<string, MailOfAlert>> {
  const rows = await database.execute<MailOfAlert & { title: string }>(
    `SELECT incident.title, incident.incident_id AS "incidentId", delivery.state FROM alerting.delivery
     JOIN alerting.incident USING (industry_key, incident_key)
     WHERE industry_key = $1 AND ordinal = 1 AND channel = 'email'`,
    [industryKey],
  );
  return new Map(rows.map((row) => [row.title, row]));
}
