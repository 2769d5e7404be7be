/**
 * Pauses of a login before it is served again (Spec gap), because everybody shares one session:
 *
 * - A login that was cut off is refused for a while: 10 s the first time, twice as long each time, up to 10 minutes,
 *   until it has been good for half an hour. A cut-off that costs the process its life is written down before. That
 *   counts as four: 80 s the first time, because everybody waits for the next process.
 * - After longer work a login waits three times as long as it worked, and all other logins as long as that work took.
 *   A login has a quarter of the session at most, all logins together half of it.
 * - All logins of an industry wait as one: a second login brings no second share, and no way around a refusal.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { quoteLiteral } from '../sql-statements.ts';

const FIRST_REFUSAL_MILLISECONDS = 10_000;
const LONGEST_REFUSAL_MILLISECONDS = 10 * 60_000;
const FORGOTTEN_MILLISECONDS = 30 * 60_000;
/** Work that is not noticed by others costs nothing, in milliseconds. */
const UNNOTICED_MILLISECONDS = 200;
const OWN_SHARE = 3;
const OFFENCES_OF_A_RESTART = 4;
const LONGEST_STATEMENT = 200;

const offenceSchema = z.object({
  role: z.string(),
  statement: z.string(),
  why: z.string(),
  at: z.number(),
  told: z.boolean(),
  costsRestart: z.boolean().default(false),
});

/** The act for which a login was cut off. */
export interface Offence {
  readonly role: string;
  readonly statement: string;
  readonly why: string;
  /** Time by instant(), which the next process may read. */
  readonly at: number;
  /** True when the service has been told. */
  readonly told: boolean;
  /** The statement could only be ended with the process. */
  readonly costsRestart: boolean;
}

/** Milliseconds since 1970 by a clock that does not jump while the process lives. */
export function instant(): number {
  return performance.timeOrigin + performance.now();
}

interface Record {
  offences: number;
  last: number;
  refusedUntil: number;
}

/**
 * The party that waits for a login's act: its industry, however many logins that has; itself where it has none.
 * @param command runs a statement of the host itself and gives its rows
 */
export function partyOf(command: (sql: string) => readonly (readonly (string | null)[])[], role: string): string {
  const [table] = command("SELECT pg_catalog.to_regclass('tenant.analyst_login')");
  const [login] =
    (table?.[0] ?? null) === null
      ? []
      : command(`SELECT industry_key FROM tenant.analyst_login WHERE role_name = ${quoteLiteral(role)}`);
  return login === undefined ? `login ${role}` : `industry ${login[0]}`;
}

export class LoginPauses {
  readonly #records = new Map<string, Record>();
  readonly #busyUntil = new Map<string, number>();
  #allBusyUntil = 0;

  /** Records the cut-off of `party`. Returns the milliseconds for which it is refused. */
  offended(party: string, now: number, costsRestart = false): number {
    const known = this.#records.get(party);
    const before = known === undefined || now - known.last > FORGOTTEN_MILLISECONDS ? 0 : known.offences;
    const offences = before + (costsRestart ? OFFENCES_OF_A_RESTART : 1);
    const pause = Math.min(LONGEST_REFUSAL_MILLISECONDS, FIRST_REFUSAL_MILLISECONDS * 2 ** (offences - 1));
    this.#records.set(party, { offences, last: now, refusedUntil: now + pause });
    return pause;
  }

  /** Milliseconds from now for which `party` is refused; 0 when it is not. */
  refusedFor(party: string, now: number): number {
    return Math.max(0, (this.#records.get(party)?.refusedUntil ?? 0) - now);
  }

  /** Records the time for which `party` has kept the session busy. */
  worked(party: string, milliseconds: number, now: number): void {
    if (milliseconds <= UNNOTICED_MILLISECONDS) return;
    this.#busyUntil.set(party, now + OWN_SHARE * milliseconds);
    this.#allBusyUntil = Math.max(this.#allBusyUntil, now + milliseconds);
  }

  /** Time of the next turn that `party` may have. */
  nextTurnAt(party: string): number {
    return Math.max(this.#allBusyUntil, this.#busyUntil.get(party) ?? 0);
  }
}

/** Line of the file of offences, short enough for the writer of a process that has to die. */
export function offenceLine(offence: Offence): string {
  return `${JSON.stringify({ ...offence, statement: offence.statement.slice(0, LONGEST_STATEMENT) })}\n`;
}

export function writeOffence(file: string, offence: Offence): void {
  appendFileSync(file, offenceLine(offence));
}

/** Offences of earlier processes that still count. The read marks them as told. A line cut short is left out. */
export function readOffences(file: string, now: number): Offence[] {
  if (!existsSync(file)) return [];
  const offences = readFileSync(file, 'utf8')
    .split('\n')
    .map(readOffence)
    .filter((offence): offence is Offence => offence !== null && now - offence.at <= FORGOTTEN_MILLISECONDS);
  writeFileSync(file, offences.map((offence) => offenceLine({ ...offence, told: true })).join(''));
  return offences;
}

function readOffence(line: string): Offence | null {
  try {
    return offenceSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
