import type { Context } from '../../src/context.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { provisionIndustry } from '../../src/industries/provisioning/provision-industry.ts';
import { logIn } from '../demo/replay-device.ts';
import { requireIndustry } from '../support/industry.ts';
import type { ServiceProcess } from './service-process.ts';

export const SLOT_MILLISECONDS = 300_000;
export const SLOTS_PER_DAY = 288;
export const DAY_MILLISECONDS = 86_400_000;
/** Key of the categoriesV2 entry that has all units. */
export const CATEGORY = 'BENCH_METERS';
const PASSWORD = 'Bench-password-1';

/** All meters in one category that is no side of a balance. */
const oneCategory = (unitIds: readonly string[]): Readonly<Record<string, unknown>> => ({
  [CATEGORY]: categoryOfMeters(CATEGORY, unitIds),
});

export const categoryOfMeters = (name: string, unitIds: readonly string[]): Readonly<Record<string, unknown>> => ({
  standardCategoryId: 'FLOW_CATEGORY',
  subCategories: [{ id: `${name}_ALL`, displayName: 'All meters', units: unitIds }],
});

/**
 * Provisions an industry of five-minute flow meters with registers. Its days are days of UTC, so that bare SQL places
 * readings as easily as the service.
 */
export async function provisionMeters(
  context: Context,
  industryId: string,
  unitCount: number,
  categoriesV2: (unitIds: readonly string[]) => Readonly<Record<string, unknown>> = oneCategory,
): Promise<Industry> {
  const unitIds = Array.from({ length: unitCount }, (_, index) => `${industryId}_${index + 1}`);
  const bundle = {
    industry: {
      industryId,
      industryName: `Bench ${industryId}`,
      daysOffset: 0,
      meta: { timezone: 'Etc/UTC', shift: { startAt: '00:00:00' } },
    },
    units: unitIds.map((unitId) => ({
      unitId,
      displayName: unitId,
      standardCategoryId: 'FLOW_CATEGORY',
      siUnit: 'KL',
      flowFactor: 1,
      dataUpdateFrequency: SLOT_MILLISECONDS / 1000,
    })),
    categoriesV2: categoriesV2(unitIds),
    users: [
      {
        userId: 'bench',
        email: `${industryId.toLowerCase()}@bench.example`,
        emailIds: [`${industryId.toLowerCase()}@bench.example`],
        username: userOf(industryId),
        password: PASSWORD,
        role: 'admin',
        permissions: ['readings:write', 'batch:run', 'reports:read', 'alerts:write'],
      },
    ],
  };
  await provisionIndustry({ context, bundle, markStale: async () => {} });
  return requireIndustry(context, industryId);
}

const userOf = (industryId: string): string => `bench.${industryId.toLowerCase().replaceAll('_', '.')}`;

/** Headers with a token of the industry's own user. */
export const authorization = async (
  { url }: Pick<ServiceProcess, 'url'>,
  industryId: string,
): Promise<Record<string, string>> => ({
  Authorization: `Bearer ${await logIn({ url, username: userOf(industryId), password: PASSWORD })}`,
});

/** The request by which the industry's own user logs in. */
export const loginOf = (industryId: string): RequestInit => ({
  method: 'POST',
  headers: { username: userOf(industryId), password: PASSWORD, LoginType: 'DEFAULT', 'x-device-id': 'soak' },
});

/** Headers of a browser in which the industry's own user is logged in. */
export const cookies = (service: Pick<ServiceProcess, 'url'>, industryId: string): Promise<Record<string, string>> =>
  cookiesOf(service, { username: userOf(industryId), password: PASSWORD });

/** Headers of a browser in which this user is logged in. */
export async function cookiesOf(
  { url }: Pick<ServiceProcess, 'url'>,
  login: { readonly username: string; readonly password: string },
): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/app/login`, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams({ ...login, next: '' }),
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`The login was answered ${answer.status}`);
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
    referer: url,
  };
}

/** One reading before it is stored. */
export interface MeterReading {
  readonly unitId: string;
  readonly unitKey: number;
  readonly epochMs: number;
  readonly value: number;
  readonly register: number;
}

/** Litres per slot over a day: nothing at night, whole litres by day. */
export const LITRES_OF_SLOTS = Array.from({ length: SLOTS_PER_DAY }, (_, slot) =>
  slot < 72 || slot > 264 ? 0 : (slot * slot * 7919) % 41,
);
const DAY_TOTAL = LITRES_OF_SLOTS.reduce((sum, litres) => sum + litres, 0);
/** Slots by which a unit is ahead of the one before, so that units differ. */
export const SLOTS_BETWEEN_UNITS = 37;
const RUNNING = LITRES_OF_SLOTS.map((_, slot) =>
  LITRES_OF_SLOTS.slice(0, slot + 1).reduce((sum, litres) => sum + litres, 0),
);

/**
 * Readings of the meters from an instant on, slot by slot, all units in each slot, as a gateway sends them.
 * `everySlots` leaves out slots between.
 */
export function* meterReadings(
  industry: Industry,
  fromEpochMs: number,
  slots: number,
  everySlots = 1,
): Generator<MeterReading> {
  const units = [...industry.units.values()];
  const first = Math.round(fromEpochMs / SLOT_MILLISECONDS);
  for (let slot = first; slot < first + slots; slot += everySlots) {
    for (const [index, { unitKey, current }] of units.entries()) {
      const shifted = slot + index * SLOTS_BETWEEN_UNITS;
      const ofDay = shifted % SLOTS_PER_DAY;
      yield {
        unitId: current.unitId,
        unitKey,
        epochMs: slot * SLOT_MILLISECONDS,
        value: LITRES_OF_SLOTS[ofDay] ?? 0,
        register: Math.floor(shifted / SLOTS_PER_DAY) * DAY_TOTAL + (RUNNING[ofDay] ?? 0),
      };
    }
  }
}

/** A reading as a line of a readings body. */
export const ndjsonLine = ({ unitId, epochMs, value, register }: Omit<MeterReading, 'unitKey'>): string =>
  `{"unitId":"${unitId}","createdOn":"${new Date(epochMs).toISOString()}","value":${value},"summedValue":${register}}\n`;

/**
 * Sends bodies of such lines as the industry's own user.
 * @throws Error unless all `rows` readings of a body have the verdict.
 */
export async function senderOf(
  service: Pick<ServiceProcess, 'url'>,
  { industryId }: Industry,
): Promise<(body: string, rows: number, verdict?: 'inserted' | 'unchanged') => Promise<void>> {
  const headers = { ...(await authorization(service, industryId)), 'Content-Type': 'application/x-ndjson' };
  return async (body, rows, verdict = 'inserted') => {
    const response = await fetch(`${service.url}/api/external/readings`, { method: 'POST', headers, body });
    // The shape of the readings answer; checked below.
    const answer = (await response.json()) as { data?: Record<string, unknown> };
    if (answer.data?.[verdict] !== rows)
      throw new Error(
        `${rows} readings should be ${verdict}, the answer was ${response.status} ${JSON.stringify(answer).slice(0, 300)}`,
      );
  };
}
