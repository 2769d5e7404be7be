import type { Context } from '../../src/context.ts';
import { addAlertRule } from '../../src/alerts/manage-rules.ts';
import { provisionIndustry } from '../../src/industries/provisioning/provision-industry.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { HOUR_MS } from '../../src/kernel/time/durations.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { ingestReadings } from '../../src/readings/ingest.ts';
import { requireIndustry } from '../support/industry.ts';

/** Thirty zones from one end of the day to the other. */
export const ZONES = [
  'Pacific/Auckland', 'Pacific/Fiji', 'Pacific/Guadalcanal', 'Australia/Sydney', 'Australia/Adelaide', 'Asia/Tokyo',
  'Asia/Singapore', 'Asia/Bangkok', 'Asia/Yangon', 'Asia/Dhaka', 'Asia/Kathmandu', 'Asia/Kolkata', 'Asia/Karachi',
  'Asia/Kabul', 'Asia/Dubai', 'Asia/Tehran', 'Africa/Nairobi', 'Africa/Cairo', 'Africa/Johannesburg', 'Europe/Berlin',
  'Africa/Lagos', 'Europe/London', 'Atlantic/Azores', 'Atlantic/South_Georgia', 'America/Sao_Paulo',
  'America/Halifax', 'America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles',
] as const; // prettier-ignore

export const idOf = (index: number): string => `SCALE_${String(index + 1).padStart(6, '0')}`;
const zoneOf = (index: number, zones: number): string => ZONES[index % zones] ?? 'Etc/UTC';
const SHIFT_START = '06:00:00';

/** Seconds between two readings of a unit. */
const EVERY_SECONDS = 3600;
const SOURCES = 10;
const TANKS = 10;
const VIRTUAL = 5;

/** A site of meters, tanks and virtual units, with a person who gets its mails. */
export async function makeIndustry(
  context: Context,
  index: number,
  { units, zones }: { readonly units: number; readonly zones: number },
): Promise<void> {
  const industryId = idOf(index);
  const tanks = Math.max(1, Math.round((units * TANKS) / 100));
  const virtual = Math.max(1, Math.round((units * VIRTUAL) / 100));
  const meters = units - tanks - virtual;
  const sources = Math.max(1, Math.round((units * SOURCES) / 100));
  const ids = (count: number, kind: string): string[] =>
    Array.from({ length: count }, (_, at) => `${industryId}_${kind}${at + 1}`);
  const [flow, stock, computed] = [ids(meters, 'M'), ids(tanks, 'T'), ids(virtual, 'V')];
  const unit = (unitId: string, standardCategoryId: string, meta: Readonly<Record<string, unknown>>) => ({
    unitId,
    displayName: unitId,
    standardCategoryId,
    siUnit: 'KL',
    flowFactor: 1,
    maxCapacity: standardCategoryId === 'STOCK_CATEGORY' ? 500_000 : null,
    dataUpdateFrequency: EVERY_SECONDS,
    meta,
  });
  const category = (name: string, standardCategoryId: string, of: readonly string[]) => ({
    standardCategoryId,
    subCategories: [{ id: `${industryId}_${name}`, displayName: name, units: of }],
  });
  await provisionIndustry({
    context,
    bundle: {
      industry: {
        industryId,
        industryName: `Site ${index + 1}`,
        meta: {
          timezone: zoneOf(index, zones),
          shift: { startAt: SHIFT_START },
          reports: {
            emailIds: [`reports${index}@scale.example`],
            services: { is_consumption_enabled: true, is_stock_enabled: true, is_summary_enabled: true },
          },
        },
      },
      units: [
        ...flow.map((id) => unit(id, 'FLOW_CATEGORY', {})),
        ...stock.map((id) => unit(id, 'STOCK_CATEGORY', { tankHeightMillimetres: 500 })),
        ...computed.map((id, at) =>
          unit(id, 'virtualCategory', { calculations: `{${flow[at] ?? ''}} + {${flow[at + 1] ?? flow[0] ?? ''}}` }),
        ),
      ],
      categoriesV2: {
        ID_SOURCE: category('SOURCE', 'FLOW_CATEGORY', flow.slice(0, sources)),
        ID_CONSUMPTION: category('CONSUMPTION', 'FLOW_CATEGORY', flow.slice(sources)),
        ID_RAW_WATER_STOCK: category('STOCK', 'STOCK_CATEGORY', stock),
      },
      users: [
        {
          userId: `user${index}`,
          email: `user${index}@scale.example`,
          username: `scale.user.${index}`,
          password: 'Scale-password-1',
          role: 'admin',
          permissions: ['reports:read'],
        },
      ],
    },
  });
}

/** Rules that watch every meter: a burst, and silence. */
export async function addRules(context: Context, industry: Industry): Promise<void> {
  for (const [alertType, settings] of [
    ['flow_rate_above_the_range', { high: 1000 }],
    ['device_status', { silenceMinutes: 180 }],
  ] as const)
    await addAlertRule(
      context,
      noQueue,
      industry,
      {
        title: alertType,
        severity: 'high',
        alertType,
        settings,
        holdMinutes: 0,
        recoverMinutes: 0,
        channels: { email: { enabled: true, recipients: ['alerts@scale.example'] } },
      },
      { ...COMMAND, userId: 'scale' },
    );
}

/** Litres that pass a meter in an hour of the clock; nothing at night. */
const passed = (unit: number, hour: number): number => {
  const ofDay = hour % 24;
  return ofDay < 4 ? 0 : ((ofDay * 37 + unit * 11) % 90) + 10;
};
const passedADay = (unit: number): number =>
  Array.from({ length: 24 }, (_, hour) => passed(unit, hour)).reduce((total, litres) => total + litres, 0);

/** The readings of a site's meters and tanks, one an hour, from a moment up to another. */
function* readingsOf(industry: Industry, from: number, to: number): Generator<{ readonly row: unknown }[]> {
  const measured = [...industry.units.values()].filter(({ current }) => current.group !== 'VIRTUAL');
  for (let hour = Math.ceil(from / HOUR_MS); hour * HOUR_MS < to; hour += 1)
    yield measured.map(({ current }, unit) => {
      const createdOn = new Date(hour * HOUR_MS).toISOString();
      if (current.group === 'STOCK')
        return { row: { unitId: current.unitId, createdOn, value: 250 + 40 * Math.sin(hour / 7 + unit) } };
      const value = passed(unit, hour);
      const register = Array.from({ length: (hour % 24) + 1 }, (_, of) => passed(unit, of)).reduce(
        (total, litres) => total + litres,
        Math.floor(hour / 24) * passedADay(unit),
      );
      return { row: { unitId: current.unitId, createdOn, value, summedValue: register } };
    });
}

/** Sends the readings of a site by the one road. */
export async function sendReadings(
  context: Context,
  index: number,
  [from, to]: readonly [number, number],
  dependencies: Omit<Parameters<typeof ingestReadings>[0], 'context'>,
): Promise<number> {
  const industry = await requireIndustry(context, idOf(index));
  const { inserted, rejected, errors } = await ingestReadings(
    { context, ...dependencies },
    industry,
    readingsOf(industry, from, to),
    'http',
  );
  if (rejected > 0) throw new Error(`Readings of ${industry.industryId} are refused: ${JSON.stringify(errors[0])}`);
  return inserted;
}
