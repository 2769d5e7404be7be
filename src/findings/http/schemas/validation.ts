import { isoOrNull } from '../../../kernel/time/iso.ts';
import { z } from '@hono/zod-openapi';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import type { CheckReport } from '../../rules/validation/report-lines.ts';
import { CHECK_NAMES } from '../../rules/validation/types.ts';
import { text } from '../../../platform/http/schemas/parameters.ts';

const CHAT_GROUP = 'Chat group that gets the report: a name of the setting CHAT_GROUPS, or `default`';

export const reportGroup = () => text(100).openapi({ description: CHAT_GROUP, example: 'operations' });

export const checkReport = z
  .object({
    status: z.literal('success'),
    message: z.string(),
    data: z.object({
      industries: z.number().int().openapi({ description: 'Industries that were looked at' }),
      units: z.number().int().openapi({ description: 'Their units that have a device' }),
      counts: z
        .record(z.string(), z.number().int())
        .openapi({ description: 'Findings of each check', example: { reverseFlow: 1 } }),
      findings: z
        .array(
          z.object({
            industryId: z.string(),
            unitId: z.string(),
            unitName: z.string(),
            date: z.string().openapi({ description: 'DD/MM/YYYY, business day' }),
            check: z.enum(CHECK_NAMES),
            value: z.number().nullable().openapi({ description: 'What was measured, in `unit`; null: unknown' }),
            limit: z.number().nullable().openapi({ description: 'What it was held against, in `unit`' }),
            unit: z.string().openapi({ description: 'siUnit of the meter, or slots' }),
            at: z
              .string()
              .nullable()
              .openapi({ description: 'When it began, ISO 8601 UTC; null: it is about the day' }),
            text: z.string(),
          }),
        )
        .openapi({ description: 'The first 1,000, by industry and unit' }),
    }),
  })
  .openapi('ValidationReport');

export const checkAnswer = ({
  message,
  report,
}: {
  readonly message: string;
  readonly report: CheckReport;
}): z.infer<typeof checkReport> => ({
  status: 'success',
  message,
  data: {
    industries: report.industries,
    units: report.units,
    counts: { ...report.counts },
    findings: report.findings.map(({ industryId, unitId, unitName, date, check, value, limit, unit, ...found }) => ({
      industryId,
      unitId,
      unitName,
      date: formatRequestDate(date),
      check,
      value,
      limit,
      unit,
      at: isoOrNull(found.atEpochMs),
      text: found.text,
    })),
  },
});
