import { reasonOf } from '../../src/kernel/reason-of.ts';
import type { Series } from './series.ts';

interface ReplayOptions {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly units: readonly { readonly unitId: string; readonly series: Series }[];
  readonly onSent: (count: number, rejected: number) => void;
  readonly onTrouble: (message: string) => void;
}

const POLL_MILLISECONDS = 5_000;
/** A unit with a bad link: its readings arrive half an hour late, and each lot twice. */
const LATE_UNIT = 'CB_TANK_2';
const LATE_MILLISECONDS = 30 * 60_000;
const READINGS_PER_REQUEST = 5_000;

/**
 * Runs a small gateway. Each unit's next slots are sent through the HTTP interface when they are due, after the backlog
 * since its last reading. The signal ends it.
 */
export async function runReplayDevice(options: ReplayOptions, signal: AbortSignal): Promise<void> {
  let token = await logIn(options);
  const sentUpTo = await lastInstants(options, token);
  while (!signal.aborted) {
    try {
      const now = Date.now();
      const lot = options.units.flatMap(({ unitId, series }) => {
        const upTo =
          unitId === LATE_UNIT ? Math.floor((now - LATE_MILLISECONDS) / LATE_MILLISECONDS) * LATE_MILLISECONDS : now;
        const due = series(sentUpTo.get(unitId) ?? now, upTo).map((reading) => ({ ...reading, unitId }));
        return unitId === LATE_UNIT ? [...due, ...due] : due;
      });
      for (let index = 0; index < lot.length; index += READINGS_PER_REQUEST) {
        const part = lot.slice(index, index + READINGS_PER_REQUEST);
        const answer = await send(options, token, part);
        if (answer === 'log in again') {
          token = await logIn(options);
          break;
        }
        for (const reading of part)
          sentUpTo.set(reading.unitId, Math.max(sentUpTo.get(reading.unitId) ?? 0, Date.parse(reading.createdOn)));
        options.onSent(part.length, answer.rejected);
      }
    } catch (error) {
      if (!signal.aborted) options.onTrouble(reasonOf(error));
    }
    await pause(POLL_MILLISECONDS, signal);
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

export async function logIn({
  url,
  username,
  password,
}: Pick<ReplayOptions, 'url' | 'username' | 'password'>): Promise<string> {
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { username, password, LoginType: 'DEFAULT', 'x-device-id': 'demo' },
  });
  if (!response.ok) throw new Error(`login of ${username} was answered ${response.status}`);
  const { data } = (await response.json()) as { data: { access_token: string } }; // the shape of the login answer
  return data.access_token;
}

async function lastInstants({ url }: ReplayOptions, token: string): Promise<Map<string, number>> {
  const response = await fetch(`${url}/api/external/latest/all`, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`latest readings were answered ${response.status}`);
  // The shape of latest/all.
  const { data } = (await response.json()) as { data: { unitId: string; timestamp: string }[] };
  return new Map(data.map((reading) => [reading.unitId, Date.parse(reading.timestamp)]));
}

async function send(
  { url }: ReplayOptions,
  token: string,
  readings: readonly object[],
): Promise<'log in again' | { rejected: number }> {
  const response = await fetch(`${url}/api/external/readings`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-ndjson' },
    body: readings.map((reading) => JSON.stringify(reading)).join('\n'),
  });
  if (response.status === 420 || response.status === 440) return 'log in again';
  if (!response.ok) throw new Error(`readings were answered ${response.status}`);
  const { data } = (await response.json()) as { data: { rejected: number } }; // the shape of the readings answer
  return data;
}
