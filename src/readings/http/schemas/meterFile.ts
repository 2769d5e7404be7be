import { z } from '@hono/zod-openapi';
import { businessDate, formatRequestDate } from '../../../kernel/time/business-date.ts';
import { writeIso } from '../../../kernel/time/iso.ts';
import { flag, optionalText } from '../../../platform/http/schemas/parameters.ts';
import type { IngestResult } from '../../ingest.ts';
import type { OpenedMeterFile } from '../../meter-file/open-meter-file.ts';
import { DECIMAL_NAMES } from '../../rules/meter-file/choices.ts';
import { FIGURE_KINDS } from '../../rules/meter-file/heads.ts';
import { METER_FILE_MEASURES } from '../../rules/measures.ts';
import { DATE_ORDERS } from '../../rules/meter-file/times.ts';
import { ingestCounts, countsOf } from './readings.ts';

/** Choices of a person for a file. A choice that is absent is read from the file. */
export const meterFileQuery = z.object({
  preview: flag(false).openapi({ description: 'true: nothing is stored, and the verdict says what would be' }),
  timezone: optionalText(60).openapi({ description: 'Of times without offset; the industry’s own unless given' }),
  dateOrder: optionalText(10).openapi({ description: DATE_ORDERS.join(' or ') }),
  decimal: optionalText(10).openapi({ description: DECIMAL_NAMES.join(' or ') }),
  measure: optionalText(20).openapi({
    description: `Of columns whose head names none: ${METER_FILE_MEASURES.join(', ')}, or the unit’s own`,
  }),
  kind: optionalText(10).openapi({ description: `Of columns whose head names none: ${FIGURE_KINDS.join(' or ')}` }),
  columns: optionalText(10_000).openapi({
    description: 'By number, NUMBER=UNIT:MEASURE:KIND or NUMBER=- to leave it out, with ; between them',
    example: '2=INLET:m3:register;3=-',
  }),
});

const understood = z
  .object({
    encoding: z.string().nullable().openapi({ description: 'null: a spreadsheet' }),
    delimiter: z.string().nullable().openapi({ description: 'null: a spreadsheet' }),
    decimal: z.enum(['.', ',']).nullable().openapi({ description: 'null: no number has decimals' }),
    dateOrder: z.enum(DATE_ORDERS).nullable().openapi({ description: 'null: the year comes first, in four digits' }),
    timezone: z.string().nullable().openapi({ description: 'null: every time has its offset' }),
    headRow: z.number().int(),
    rows: z.number().int().openapi({ description: 'Below the head' }),
    columns: z.array(
      z.object({
        number: z.number().int(),
        head: z.string(),
        role: z.enum(['time', 'time of day', 'unit', 'measure', 'figures', 'field', 'left out']),
        unitId: z.string().nullable(),
        measure: z.string().nullable(),
        kind: z.enum(FIGURE_KINDS).nullable(),
        leftOut: z.string().nullable().openapi({ description: 'Why it is left out; null: somebody chose so' }),
      }),
    ),
    questions: z
      .array(
        z.object({
          about: z.enum(['dateOrder', 'decimal', 'unit', 'measure', 'kind', 'column']),
          column: z.number().int().nullable().openapi({ description: 'null: the whole file' }),
          problem: z.string(),
        }),
      )
      .openapi({ description: 'What a person has to say first; nothing is stored before' }),
  })
  .nullable()
  .openapi({ description: 'null: a file with the columns of a readings CSV' });

const date = z.string().nullable().openapi({ description: 'DD/MM/YYYY' });

export const meterFileData = z.object({
  isStored: z.boolean(),
  understood,
  readings: z.number().int(),
  firstReadingOn: z.string().nullable(),
  lastReadingOn: z.string().nullable(),
  verdict: ingestCounts.nullable().openapi({ description: 'null: there are questions' }),
  changedDays: z
    .object({ count: z.number().int(), first: date, last: date })
    .openapi({ description: 'Closed business days whose figures follow' }),
});
export type MeterFileAnswer = z.infer<typeof meterFileData>;

type Understood = NonNullable<MeterFileAnswer['understood']>;

function understoodOf({ understood: found }: OpenedMeterFile): Understood | null {
  return found === null ? null : { ...found, columns: [...found.columns], questions: [...found.questions] };
}

/** @param result what became of the rows, or would; null: they were not read, because there are questions */
export function meterFileAnswerOf(
  opened: OpenedMeterFile,
  result: Readonly<IngestResult> | null,
  isStored: boolean,
): MeterFileAnswer {
  const { readings, firstMs, lastMs } = opened.span;
  const dates = result?.staleDates ?? [];
  const written = (day: string | undefined): string | null =>
    day === undefined ? null : formatRequestDate(businessDate(day));
  return {
    isStored,
    understood: understoodOf(opened),
    readings,
    firstReadingOn: firstMs === null ? null : writeIso(firstMs),
    lastReadingOn: lastMs === null ? null : writeIso(lastMs),
    verdict: result === null ? null : countsOf(result),
    changedDays: { count: dates.length, first: written(dates[0]), last: written(dates.at(-1)) },
  };
}
