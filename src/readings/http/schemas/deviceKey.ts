import { z } from '@hono/zod-openapi';
import { keyStateOf } from '../../../platform/login/rules/device-key.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import type { DeviceKey, RotatedKey } from '../../keys/manage-keys.ts';

const TEXT = { type: 'string' as const };

export const keyBody = z.record(z.string(), z.unknown()).openapi('DeviceKeyBody', {
  type: 'object',
  required: ['name'],
  properties: {
    name: { ...TEXT, description: 'What it is for, 1 to 200 characters' },
    units: {
      type: ['array', 'null'],
      items: TEXT,
      description: 'unitIds that it may send; null or absent: all of the industry, those to come among them',
    },
    sourceId: {
      type: ['string', 'null'],
      format: 'uuid',
      description: 'A source of the industry: the key sends for the units of its devices alone; without `units`',
    },
    expiresAt: { type: ['string', 'null'], format: 'date-time', description: 'null or absent: never' },
  },
  additionalProperties: false,
  example: { name: 'Gateway of the wells', units: ['CB_BORE_1', 'M2'] },
});

export const rotationBody = z.record(z.string(), z.unknown()).openapi('DeviceKeyRotation', {
  type: 'object',
  properties: {
    overlapHours: {
      type: 'number',
      minimum: 0,
      maximum: 2160,
      default: 24,
      description: 'For how long the old key goes on, unless it ends before',
    },
  },
  additionalProperties: false,
  example: { overlapHours: 24 },
});

export const keyIdPath = (example: string) =>
  z.object({ keyId: z.string().openapi({ description: 'Of a device key', example }) });

const instant = z.string().nullable();

export const deviceKey = z
  .object({
    keyId: z.string().openapi({ description: 'The part of the key that is no secret; the user name over MQTT' }),
    name: z.string(),
    units: z
      .array(z.string())
      .nullable()
      .openapi({ description: 'null: all of the industry, of a key of a source those of its devices' }),
    sourceId: z.string().nullable().openapi({ description: 'null: it is of no source' }),
    sourceName: z.string().nullable(),
    state: z.enum(['active', 'expired', 'revoked']),
    createdBy: z.string(),
    createdAt: z.string(),
    expiresAt: instant,
    revokedAt: instant,
    rotatedFrom: z.string().nullable().openapi({ description: 'keyId of the key whose place it takes' }),
    rotatedTo: z.string().nullable().openapi({ description: 'keyId of the key that takes its place' }),
    lastUsedAt: instant.openapi({ description: 'null: never' }),
    rowsAccepted: z.number().int().openapi({ description: 'Counted within a second' }),
    rowsRefused: z.number().int().openapi({ description: 'They are in the quarantine, with the reason' }),
    refusals: z.record(z.string(), z.number().int()).openapi({ description: 'Code of a refusal to its rows' }),
  })
  .openapi('DeviceKey');

export const issuedKey = deviceKey
  .extend({
    key: z.string().openapi({ description: 'The key itself, shown this once; nobody can look it up again' }),
  })
  .openapi('IssuedDeviceKey');

export const rotatedKey = issuedKey
  .extend({
    oldKey: z
      .object({
        keyId: z.string(),
        worksUntil: z.string().openapi({ description: 'End of the overlap, or its own end where that comes before' }),
      })
      .openapi({ description: 'The key whose place it takes' }),
  })
  .openapi('RotatedDeviceKey');

const instantOnTheWire = (at: EpochMillis | null): string | null => (at === null ? null : new Date(at).toISOString());

export const keyOnTheWire = (
  { unitIds, expiresAt, revokedAt, createdAt, lastUsedAt, refusals, ...key }: DeviceKey,
  now: EpochMillis,
): z.input<typeof deviceKey> => ({
  ...key,
  units: unitIds === null ? null : [...unitIds],
  state: keyStateOf({ expiresAt, revokedAt }, now),
  createdAt: createdAt.toISOString(),
  expiresAt: instantOnTheWire(expiresAt),
  revokedAt: instantOnTheWire(revokedAt),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  refusals: { ...refusals },
});

export const rotatedOnTheWire = ({ key, text, old }: RotatedKey, now: EpochMillis): z.input<typeof rotatedKey> => ({
  ...keyOnTheWire(key, now),
  key: text,
  oldKey: { keyId: old.keyId, worksUntil: new Date(old.expiresAt).toISOString() },
});
