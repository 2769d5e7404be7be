import type { RecordedReading } from './sample.ts';

/** Fifty-two weeks: when a series has been sent to its end it goes on with what it said a year before. */
const YEAR_MILLISECONDS = 364 * 86_400_000;

interface DeviceUnit { readonly unitId: string; readonly recorded: readonly RecordedReading[]; readonly shiftMs: number }

/** A reading as the device sends it. */
export type SentReading = Record<string, unknown> & { readonly unitId: string; readonly createdOn: string };

/** Readings of a unit due in (after, upTo], in time order; `upTo` is at most a year behind the end of the recording. */
export function dueReadings({ unitId, recorded, shiftMs }: DeviceUnit, after: number, upTo: number): SentReading[] {
  const last = recorded.at(-1);
  const first = recorded[0];
  if (first === undefined || last === undefined) return [];
  const due: SentReading[] = [];
  const add = (reading: RecordedReading, lap: number): void => {
    const at = reading.epochMs + shiftMs + lap * YEAR_MILLISECONDS;
    if (at > after && at <= upTo) due.push({ ...reading.fields, ...registerOf(reading, lap, recorded), unitId, createdOn: new Date(at).toISOString() });
  };
  for (const reading of recorded) add(reading, 0);
  if (last.epochMs - first.epochMs >= YEAR_MILLISECONDS) {
    for (const reading of recorded) if (reading.epochMs > last.epochMs - YEAR_MILLISECONDS) add(reading, 1);
  }
  return due;
}

/** On the second lap the register goes on counting from where the first ended. */
function registerOf(reading: RecordedReading, lap: number, recorded: readonly RecordedReading[]): { summedValue?: number } {
  const register = Number(reading.fields['summedValue'] ?? Number.NaN);
  if (lap === 0 || !Number.isFinite(register)) return {};
  const end = recorded.at(-1);
  const yearBefore = recorded.find((candidate) => end !== undefined && candidate.epochMs > end.epochMs - YEAR_MILLISECONDS);
  const gain = Number(end?.fields['summedValue']) - Number(yearBefore?.fields['summedValue']);
  return Number.isFinite(gain) ? { summedValue: register + gain } : {};
}

export interface ReplayOptions {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly units: readonly DeviceUnit[];
  readonly onSent: (count: number, rejected: number) => void;
  readonly onTrouble: (message: string) => void;
}

const POLL_MILLISECONDS = 5_000;
/** This unit's link is bad: its readings arrive half an hour late, and each lot twice. */
const LATE_UNIT = 'CB_TANK_2';
const LATE_MILLISECONDS = 30 * 60_000;
const READINGS_PER_REQUEST = 5_000;

/**
 * A small gateway: sends each unit's next slots through the HTTP interface when they are due, the backlog since its last
 * reading first. Ends when the signal fires.
 */
export async function runReplayDevice(options: ReplayOptions, signal: AbortSignal): Promise<void> {
  let token = await logIn(options);
  const sentUpTo = await lastInstants(options, token);
  while (!signal.aborted) {
    try {
      const now = Date.now();
      const lot = options.units.flatMap((unit) => {
        const upTo = unit.unitId === LATE_UNIT ? Math.floor((now - LATE_MILLISECONDS) / LATE_MILLISECONDS) * LATE_MILLISECONDS : now;
        const due = dueReadings(unit, sentUpTo.get(unit.unitId) ?? now, upTo);
        return unit.unitId === LATE_UNIT ? [...due, ...due] : due;
      });
      for (let index = 0; index < lot.length; index += READINGS_PER_REQUEST) {
        const part = lot.slice(index, index + READINGS_PER_REQUEST);
        const answer = await send(options, token, part);
        if (answer === 'log in again') {
          token = await logIn(options);
          break;
        }
        for (const reading of part) sentUpTo.set(reading.unitId, Math.max(sentUpTo.get(reading.unitId) ?? 0, Date.parse(reading.createdOn)));
        options.onSent(part.length, answer.rejected);
      }
    } catch (error) {
      if (!signal.aborted) options.onTrouble(error instanceof Error ? error.message : String(error));
    }
    await pause(POLL_MILLISECONDS, signal);
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> => new Promise((resolve) => {
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener('abort', () => { clearTimeout(timer); resolve(); }, { once: true });
});

export async function logIn({ url, username, password }: Pick<ReplayOptions, 'url' | 'username' | 'password'>): Promise<string> {
  const response = await fetch(`${url}/api/user/login`, { method: 'POST', headers: { username, password, LoginType: 'DEFAULT', 'x-device-id': 'demo' } });
  if (!response.ok) throw new Error(`login of ${username} was answered ${response.status}`);
  const { data } = await response.json() as { data: { access_token: string } }; // the shape of the login answer
  return data.access_token;
}

async function lastInstants({ url }: ReplayOptions, token: string): Promise<Map<string, number>> {
  const response = await fetch(`${url}/api/external/latest/all`, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`latest readings were answered ${response.status}`);
  const { data } = await response.json() as { data: { unitId: string; timestamp: string }[] }; // the shape of latest/all
  return new Map(data.map((reading) => [reading.unitId, Date.parse(reading.timestamp)]));
}

async function send({ url }: ReplayOptions, token: string, readings: readonly SentReading[]): Promise<'log in again' | { rejected: number }> {
  const response = await fetch(`${url}/api/external/readings`, {
    method: 'POST', headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-ndjson' },
    body: readings.map((reading) => JSON.stringify(reading)).join('\n'),
  });
  if (response.status === 420 || response.status === 440) return 'log in again';
  if (!response.ok) throw new Error(`readings were answered ${response.status}`);
  const { data } = await response.json() as { data: { rejected: number } }; // the shape of the readings answer
  return data;
}
