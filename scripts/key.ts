import { COMMAND as ACTOR } from '../src/platform/login/rules/caller.ts';
import { keyStateOf } from '../src/platform/login/rules/device-key.ts';
import { ownOf } from '../src/kernel/own-of.ts';
import { DAY_MS } from '../src/kernel/time/durations.ts';
import type { EpochMillis } from '../src/kernel/time/types.ts';
import {
  type DeviceKey,
  type IssuedKey,
  issueDeviceKey,
  listDeviceKeys,
  revokeDeviceKey,
  rotateDeviceKey,
} from '../src/readings/keys/manage-keys.ts';
import { requireIndustry } from './support/industry.ts';
import { openService, runCommand } from './support/open.ts';

/** The flags of each verb, beside --industry. */
const FLAGS = {
  create: ['name', 'units', 'days'],
  list: [],
  rotate: ['key', 'overlap'],
  revoke: ['key'],
} as const;
const VERBS = Object.keys(FLAGS).join('|');
const COMMAND = {
  name: 'npm run key',
  summary: 'Keys with which devices send readings, over HTTP and MQTT, and nothing else.',
  flags: {
    industry: { value: 'ID', required: true, what: 'the industry' },
    name: { value: 'TEXT', what: 'create: what the key is for' },
    units: { value: 'A,B', what: 'create: unitIds that it may send; absent: all of the industry' },
    days: { value: 'N', what: 'create: ends after so many days; absent: never' },
    key: { value: 'KEYID', what: 'rotate, revoke: which key' },
    overlap: { value: 'HOURS', what: 'rotate: for how long the old key goes on, default 24' },
  },
  operands: { called: VERBS, least: 1, most: 1 },
  notes: ['The key is printed once. What is stored of it is a hash, so nobody can look it up again.'],
} as const;

/** A hundred years. */
const MOST_DAYS = 36_500;

const daysOf = (text: string): number => {
  const days = Number(text);
  if (days > 0 && days <= MOST_DAYS) return days;
  throw new Error(`--days is '${text}', allowed is a number above 0, ${MOST_DAYS} at most`);
};

const hoursOf = (text: string): number => {
  const hours = Number(text);
  if (Number.isFinite(hours) && hours >= 0) return hours;
  throw new Error(`--overlap is '${text}', allowed is a number of 0 or more`);
};

const instant = (at: EpochMillis | null): string => (at === null ? 'never' : new Date(at).toISOString());

function lineOf(key: DeviceKey, now: EpochMillis): string {
  const refused = Object.entries(key.refusals).map(([code, rows]) => `${code} ${rows}`);
  return [
    `${key.keyId}  ${keyStateOf(key, now)}  ${key.name}`,
    `  units: ${key.unitIds?.join(', ') ?? 'all'}; made ${key.createdAt.toISOString()} by ${key.createdBy}; ends: ${instant(key.revokedAt ?? key.expiresAt)}`,
    `  last used: ${key.lastUsedAt?.toISOString() ?? 'never'}; rows stored: ${key.rowsAccepted}; refused: ${key.rowsRefused}${refused.length === 0 ? '' : ` (${refused.join(', ')})`}`,
  ].join('\n');
}

const printed = ({ key, text }: IssuedKey): string =>
  [
    `Key (shown once): ${text}`,
    `Over HTTP: Authorization: Bearer <the key>`,
    `Over MQTT: user name ${key.keyId}, password: what stands behind the second underscore`,
    '',
  ].join('\n');

await runCommand(COMMAND, async ({ values, operands: [verb] }) => {
  const flags: readonly string[] | undefined = verb === undefined ? undefined : ownOf(FLAGS, verb);
  if (flags === undefined) throw new Error(`'${verb}' is none of ${VERBS}`);
  const { industry: industryId, ...others } = values;
  for (const [flag, given] of Object.entries(others))
    if (given !== undefined && !flags.includes(flag)) throw new Error(`--${flag}: ${verb} does not take it`);
  const keyId = (): string => {
    if (values.key === undefined) throw new Error(`${verb} needs --key KEYID`);
    return values.key;
  };
  if (verb === 'create' && values.name === undefined) throw new Error('create needs --name TEXT');
  const { context, close } = await openService();
  try {
    const industry = await requireIndustry(context, industryId);
    const now = context.clock.now();
    switch (verb) {
      case 'create': {
        const expiresAt = values.days === undefined ? null : new Date(now + daysOf(values.days) * DAY_MS).toISOString();
        const units = values.units?.split(',').map((unitId) => unitId.trim()) ?? null;
        const issued = await issueDeviceKey(context, industry, { name: values.name, units, expiresAt }, ACTOR);
        process.stdout.write(
          `Device key ${issued.key.keyId} sends readings of ${issued.key.unitIds?.join(', ') ?? 'every unit'} of industry ${industry.industryId}.\n${printed(issued)}`,
        );
        break;
      }
      case 'rotate': {
        const body = values.overlap === undefined ? {} : { overlapHours: hoursOf(values.overlap) };
        const issued = await rotateDeviceKey(context, industry, keyId(), body, ACTOR);
        process.stdout.write(
          `Device key ${issued.key.keyId} takes the place of ${issued.old.keyId}, which ends ${instant(issued.old.expiresAt)}.\n${printed(issued)}`,
        );
        break;
      }
      case 'revoke': {
        const key = await revokeDeviceKey(context, industry, keyId(), ACTOR);
        process.stdout.write(`Device key ${key.keyId} is revoked: every process refuses it within a second.\n`);
        break;
      }
      default: {
        const lines = (await listDeviceKeys(context, industry)).map((key) => lineOf(key, now));
        process.stdout.write(
          `${lines.length === 0 ? `Industry ${industry.industryId} has no device keys.` : lines.join('\n')}\n`,
        );
      }
    }
    return 0;
  } finally {
    await close();
  }
});
