import { COMMAND as ACTOR } from '../src/platform/login/rules/caller.ts';
import { keyStateOf } from '../src/platform/login/rules/device-key.ts';
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

const VERBS = 'create|list|rotate|revoke';
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

const numberOf = (flag: string, text: string): number => {
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new Error(`--${flag} is '${text}', allowed is a number of 0 or more`);
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
  if (verb === undefined || !VERBS.split('|').includes(verb)) throw new Error(`'${verb}' is none of ${VERBS}`);
  const keyId = (): string => {
    if (values.key === undefined) throw new Error(`${verb} needs --key KEYID`);
    return values.key;
  };
  if (verb === 'create' && values.name === undefined) throw new Error('create needs --name TEXT');
  const { context, close } = await openService();
  try {
    const industry = await requireIndustry(context, values.industry);
    const now = context.clock.now();
    switch (verb) {
      case 'create': {
        const expiresAt =
          values.days === undefined ? null : new Date(now + numberOf('days', values.days) * DAY_MS).toISOString();
        const units = values.units?.split(',').map((unitId) => unitId.trim()) ?? null;
        const issued = await issueDeviceKey(context, industry, { name: values.name, units, expiresAt }, ACTOR);
        process.stdout.write(
          `Device key ${issued.key.keyId} sends readings of ${issued.key.unitIds?.join(', ') ?? 'every unit'} of industry ${industry.industryId}.\n${printed(issued)}`,
        );
        break;
      }
      case 'rotate': {
        const body = values.overlap === undefined ? {} : { overlapHours: numberOf('overlap', values.overlap) };
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
