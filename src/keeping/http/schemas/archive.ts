import { z } from '@hono/zod-openapi';
import { type Month, readMonth, ARCHIVE_STATES } from '../../rules/archive/months.ts';
import { monthOf } from '../../../kernel/time/business-date.ts';
import type { ArchivedMonth } from '../../archive/archives.ts';

const stateField = z.enum(ARCHIVE_STATES).openapi({
  description:
    'written: the readings are in the database, too; sealed: in the archive alone; restored: they have come back',
});

/** Required `MM/YYYY`. */
export const monthYear = () =>
  z
    .string()
    .min(1)
    .openapi({ example: '01/2026', pattern: '^\\d{2}/\\d{4}$', description: 'MM/YYYY, a business month' })
    .transform((text, context): Month => {
      const read = readMonth(text);
      if (typeof read !== 'string') return read;
      context.addIssue({ code: 'custom', message: read });
      return z.NEVER;
    });

const monthFields = {
  month: z.string().openapi({ description: 'MM/YYYY', example: '01/2026' }),
  state: stateField,
  bytes: z.number().int().openapi({ description: 'Size of the files', example: 412_880 }),
  location: z.string().openapi({
    description: 'Folder of its manifest, seen from ARCHIVE_URL, or that it is not there',
    example: 'WORKS/2026-01',
  }),
  files: z.array(z.string()).openapi({
    description: 'All its files, seen from ARCHIVE_URL, its readings among them; none where they are not there',
    example: [
      'lake/readings/data/industry=WORKS/year=2026/month=01/readings.parquet',
      'lake/parameter_readings/data/industry=WORKS/year=2026/month=01/parameter-readings.parquet',
      'WORKS/2026-01/manifest.json',
    ],
  }),
};

export const archivedMonthObject = z
  .object({
    ...monthFields,
    readings: z.number().int().openapi({ example: 26_784 }),
    parameterReadings: z.number().int().openapi({ example: 0 }),
  })
  .openapi('ArchivedMonth');

export const listedArchiveObject = z
  .object({
    industryId: z.string(),
    ...monthFields,
    rows: z.number().int().openapi({ description: 'Readings and readings of parameters', example: 26_784 }),
    writtenAt: z.string().openapi({ format: 'date-time' }),
    writtenBy: z.string().openapi({ description: 'userId' }),
    sealedAt: z.string().nullable().openapi({ format: 'date-time' }),
    restoredAt: z.string().nullable().openapi({ format: 'date-time' }),
    removalBeganAt: z.string().nullable().openapi({
      format: 'date-time',
      description:
        'Its files are being removed since then, or that was cut off. to_db with deleteBlob=true removes what is left; the readings are in the database',
    }),
  })
  .openapi('ListedArchive');

export const toArchivedMonth = (archived: ArchivedMonth): z.infer<typeof archivedMonthObject> => ({
  month: monthOf(archived.month),
  state: archived.state,
  readings: archived.readings,
  parameterReadings: archived.samples,
  bytes: archived.bytes,
  location: archived.location,
  files: [...archived.files],
});
