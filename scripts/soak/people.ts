import { addDays, formatRequestDate } from '../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../src/kernel/time/types.ts';
import { ask, pause } from './asking.ts';
import type { Group, Recorder } from './recorder.ts';

/** A site as people see it. */
interface SiteForPeople {
  readonly url: string;
  readonly token: Readonly<Record<string, string>>;
  readonly cookie: Readonly<Record<string, string>>;
  readonly unitIds: readonly string[];
  readonly today: BusinessDate;
  /** The request by which a person logs in. */
  readonly login: { readonly url: string; readonly init: RequestInit };
}

interface Act {
  readonly kind: string;
  readonly group: Group;
  /** How often compared with the others. */
  readonly weight: number;
  readonly path: (seen: SiteForPeople, draw: number) => string;
}

const unitOf = ({ unitIds }: SiteForPeople, draw: number): string =>
  encodeURIComponent(unitIds[Math.floor(draw * unitIds.length)] ?? '');
const day = (date: BusinessDate): string => encodeURIComponent(formatRequestDate(date));
const yesterday = ({ today }: SiteForPeople): BusinessDate => addDays(today, -1);

/** Acts of fifty people all day, and how often they come. */
const ACTS: readonly Act[] = [
  {
    kind: 'latest of a unit',
    group: 'reads',
    weight: 14,
    path: (s, d) => `/api/external/latest/unit?unitId=${unitOf(s, d)}`,
  },
  { kind: 'latest of all units', group: 'reads', weight: 4, path: () => '/api/external/latest/all' },
  {
    kind: 'device data, 100 units, a month by days',
    group: 'reads',
    weight: 8,
    path: (s) => `/api/user/deviceDataV2?date1=${day(s.today)}&category=ID_SOURCE&type=DAY`,
  },
  {
    kind: 'device data, a unit, hours',
    group: 'reads',
    weight: 14,
    path: (s, d) =>
      `/api/user/deviceDataV2?date1=${day(yesterday(s))}&category=ID_SOURCE&type=HOUR&unitId=${unitOf({ ...s, unitIds: s.unitIds.slice(0, 100) }, d)}`,
  },
  {
    kind: 'explain of a day',
    group: 'reads',
    weight: 8,
    path: (s, d) => `/api/user/explain?unitId=${unitOf(s, d)}&date=${day(yesterday(s))}`,
  },
  { kind: 'findings', group: 'reads', weight: 6, path: () => '/api/user/insights?days=7' },
  {
    kind: 'incidents of two days',
    group: 'reads',
    weight: 8,
    path: (s) => `/api/user/alerts/dateRange?startDate=${day(yesterday(s))}&endDate=${day(s.today)}`,
  },
  { kind: 'notifications', group: 'reads', weight: 8, path: () => '/api/user/notifications?limit=20' },
  { kind: 'feed of changes', group: 'reads', weight: 6, path: () => '/api/user/changes?limit=100' },
  { kind: 'page Today', group: 'pages', weight: 3, path: () => '/app/today' },
  { kind: 'page of a unit', group: 'pages', weight: 6, path: (s, d) => `/app/unit?id=${unitOf(s, d)}` },
  { kind: 'page Alerts', group: 'pages', weight: 4, path: () => '/app/alerts' },
  { kind: 'page Reports', group: 'pages', weight: 2, path: () => '/app/reports' },
];
const WEIGHTS = ACTS.reduce((sum, { weight }) => sum + weight, 0);

/** The act that a number from 0 to 1 stands for. */
export function actAt(draw: number): Act {
  let left = draw * WEIGHTS;
  const found = ACTS.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  const last = ACTS.at(-1);
  if (last === undefined) throw new Error('There is no act.');
  return found ?? last;
}

/** Time that a person looks at an answer, on average. */
const LOOK_MILLISECONDS = 4000;
const LOGIN_EVERY_MILLISECONDS = 10_000;
const REPORT_EVERY_MILLISECONDS = 20_000;
const BATCH_EVERY_MILLISECONDS = 60_000;
const REPORT_UNITS = 100;

/** A row of numbers from 0 to 1, the same at each run. */
export function* draws(seed: number): Generator<number, never> {
  let state = seed >>> 0;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** People who ask until the signal ends: many who look, and one each who logs in, makes reports and runs a batch. */
export async function runPeople(
  recorder: Recorder,
  seen: SiteForPeople,
  people: number,
  signal: AbortSignal,
): Promise<void> {
  const person = async (number: number): Promise<void> => {
    const drawn = draws(number + 1);
    await pause(drawn.next().value * LOOK_MILLISECONDS, signal);
    while (!signal.aborted) {
      const { kind, group, path } = actAt(drawn.next().value);
      const url = `${seen.url}${path(seen, drawn.next().value)}`;
      await ask(recorder, { kind, group, url, init: { headers: group === 'pages' ? seen.cookie : seen.token } });
      await pause((0.5 + drawn.next().value) * LOOK_MILLISECONDS, signal);
    }
  };
  const every = async (milliseconds: number, work: (time: number) => Promise<unknown>): Promise<void> => {
    for (let time = 0; !signal.aborted; time += 1) {
      await work(time);
      await pause(milliseconds, signal);
    }
  };
  const units = seen.unitIds.slice(0, REPORT_UNITS).join(',');
  const report = (time: number): Promise<unknown> => {
    const format = time % 2 === 0 ? 'xlsx' : 'pdf';
    const query = new URLSearchParams({
      service: 'water',
      reportType: 'monthly',
      reportFormat: format,
      startDate: formatRequestDate(seen.today),
      unitIds: units,
      format: 'v2',
    });
    const url = `${seen.url}/api/user/report?${query}`;
    return ask(recorder, { kind: `report as ${format}`, group: 'reports', url, init: { headers: seen.token } });
  };
  const batch = (): Promise<unknown> => {
    const date = formatRequestDate(yesterday(seen));
    const query = new URLSearchParams({ startDate: date, endDate: date, updateData: 'true' });
    const url = `${seen.url}/api/user/batchProcess/range?${query}`;
    return ask(recorder, { kind: 'batch of a day', group: 'batch', url, init: { headers: seen.token } });
  };
  const logIn = (): Promise<unknown> => ask(recorder, { kind: 'login', group: 'logins', ...seen.login });
  await Promise.all([
    ...Array.from({ length: people }, (_, number) => person(number)),
    every(LOGIN_EVERY_MILLISECONDS, logIn),
    every(REPORT_EVERY_MILLISECONDS, report),
    every(BATCH_EVERY_MILLISECONDS, batch),
  ]);
}
