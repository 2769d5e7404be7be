import { z } from '@hono/zod-openapi';
import { isStorable } from '../../../kernel/json.ts';
import { isOneLine } from '../../../kernel/text.ts';
import type { InstalledMeter } from '../../../kernel/measure/meter.ts';
import { MAX_REGISTER_VALUE } from '../../../readings/rules/reading.ts';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import { writeIso } from '../../../kernel/time/iso.ts';
import type { MeterChanged } from '../../meters/meters.ts';
import { versionHeader } from '../../../platform/http/schemas/entity-tag.ts';
import { answerWith, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { askedInstant } from '../../../platform/http/schemas/instant.ts';
import { text } from '../../../platform/http/schemas/parameters.ts';

const installedAt = askedInstant().openapi({
  description: 'ISO 8601 with offset. A reading of this instant is of the new meter',
  example: '2026-01-16T06:08:00+05:30',
});

const register = (whose: string, example: number) =>
  z
    .number()
    .min(0)
    .max(MAX_REGISTER_VALUE)
    .nullable()
    .openapi({
      description: `${whose}, raw (milli-units), as it was written down; null: nobody did`,
      example,
    });

const serial = text(100)
  .refine((value) => isStorable(value) && isOneLine(value), 'has characters that cannot be stored or seen')
  .nullable()
  .openapi({ description: 'Number on the new meter', example: 'WM-2044' });

const fields = {
  serial,
  initialRegister: register('Where the register of the new meter stood when it was installed', 0),
  finalRegisterOfOld: register('Where the register of the meter before stood when it was taken out', 128_400),
};

export const meterBody = z
  .object({
    installedAt,
    serial: fields.serial.optional(),
    initialRegister: fields.initialRegister.optional(),
    finalRegisterOfOld: fields.finalRegisterOfOld.optional(),
  })
  .strict()
  .openapi('MeterInstallation');

export const meterPatchBody = z
  .object({
    installedAt: installedAt.optional(),
    serial: fields.serial.optional(),
    initialRegister: fields.initialRegister.optional(),
    finalRegisterOfOld: fields.finalRegisterOfOld.optional(),
  })
  .strict()
  .refine((body) => Object.keys(body).length > 0, 'names no field, allowed are those of an installation')
  .openapi('MeterPatch', { example: { serial: 'WM-2045' } });

export const toMeter = (body: z.infer<typeof meterBody>): InstalledMeter => ({
  installedAtEpochMs: body.installedAt,
  serial: body.serial ?? null,
  initialRegister: body.initialRegister ?? null,
  finalRegisterOfOld: body.finalRegisterOfOld ?? null,
});

/** Changes of a meter: named fields are replaced, null clears a field, other fields stay. */
export const toMeterChanges = (body: z.infer<typeof meterPatchBody>): Partial<InstalledMeter> => ({
  ...(body.installedAt === undefined ? {} : { installedAtEpochMs: body.installedAt }),
  ...(body.serial === undefined ? {} : { serial: body.serial }),
  ...(body.initialRegister === undefined ? {} : { initialRegister: body.initialRegister }),
  ...(body.finalRegisterOfOld === undefined ? {} : { finalRegisterOfOld: body.finalRegisterOfOld }),
});

export const unitIdPath = z.object({
  unitId: text(200).openapi({ description: 'A unit of the industry', example: 'M2' }),
});
const meterIdExample = (example: string) =>
  unitIdPath.extend({ meterId: text(80).openapi({ description: 'As the list of meters gives it', example }) });
export const meterIdPath = meterIdExample('4a7c2f10-9b3d-4e61-8c55-1f0e2d3c4b11');
export const removedMeterIdPath = meterIdExample('4a7c2f10-9b3d-4e61-8c55-1f0e2d3c4b12');
export const ownMeterIdPath = meterIdExample('4a7c2f10-9b3d-4e61-8c55-1f0e2d3c4b13');

const changed = {
  changedDates: z
    .array(z.string())
    .openapi({ description: 'Closed business days whose figures may change, DD/MM/YYYY; they are being rebuilt' }),
  warnings: z.array(z.string()).readonly().openapi({
    description:
      'What does not fit the registers that were sent. It is told and not refused, because readings may be wrong',
  }),
};

export const meterAnswer = answerWith(
  z.object({
    meterId: z.string(),
    installedAt: z.string().openapi({ format: 'date-time' }),
    serial: z.string().nullable(),
    initialRegister: z.number().nullable(),
    finalRegisterOfOld: z.number().nullable(),
    registeredBy: z.string().openapi({ description: 'userId' }),
    registeredAt: z.string().openapi({ format: 'date-time' }),
    ...changed,
  }),
).openapi('MeterRegistered');

const NOT_ARCHIVED = 'null: none in readings that are not archived';

export const listedMeter = z
  .object({
    meterId: z.string().nullable().openapi({ description: 'null: the first meter, which nobody has registered' }),
    serial: z.string().nullable(),
    installedAt: z.string().nullable().openapi({ description: 'null: since the first reading' }),
    removedAt: z.string().nullable().openapi({ description: 'null: it is in use' }),
    initialRegister: z.number().nullable().openapi({ description: 'As it was written down, raw' }),
    finalRegister: z.number().nullable().openapi({ description: 'As it was written down, raw' }),
    firstSentRegister: z
      .number()
      .nullable()
      .openapi({ description: `First register that it sent; ${NOT_ARCHIVED}` }),
    lastSentRegister: z
      .number()
      .nullable()
      .openapi({
        description: `Last register that it sent, so far where it is in use; ${NOT_ARCHIVED}`,
      }),
    registeredBy: z.string().nullable().openapi({ description: 'userId' }),
    registeredAt: z.string().nullable(),
    version: z.number().int().nullable().openapi({ description: 'For If-Match, in quotes' }),
  })
  .openapi('Meter');

/** Responses of requests about meters, the same on both surfaces. */
export const METERS_RESPONSES = {
  200: {
    ...ok('Meters', answerWith(z.object({ unitId: z.string(), meters: z.array(listedMeter) }))),
    ...versionHeader,
  },
  ...errors(400, 404, ...TOKEN_ERRORS),
};
export const METER_REGISTERED_RESPONSES = {
  200: { ...ok('Registered', meterAnswer), ...versionHeader },
  ...errors(400, 404, 412, ...TOKEN_ERRORS),
};
export const METER_REMOVED_RESPONSES = {
  200: ok('Taken back', answerWith(z.object(changed)).openapi('MeterTakenBack')),
  ...errors(400, 404, 412, ...TOKEN_ERRORS),
};

export const changedFields = ({ changedDates, warnings }: MeterChanged) => ({
  changedDates: changedDates.map(formatRequestDate),
  warnings,
});

/** Fields of an answer. The meter is absent only after its installation was taken back. */
export function meterFields({ meter, ...changes }: MeterChanged) {
  if (meter === null) throw new Error('A meter that was registered is not there.');
  return {
    meterId: meter.meterId,
    installedAt: writeIso(meter.installedAtEpochMs),
    serial: meter.serial,
    initialRegister: meter.initialRegister,
    finalRegisterOfOld: meter.finalRegisterOfOld,
    registeredBy: meter.registeredBy,
    registeredAt: meter.registeredAt.toISOString(),
    ...changedFields({ meter, ...changes }),
  };
}
