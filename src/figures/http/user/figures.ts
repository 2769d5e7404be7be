import { attachmentHeader } from '../../../kernel/format/attachment-header.ts';
import { createRoute, z } from '@hono/zod-openapi';
import { type FigureFormat, FIGURE_FORMATS, FIGURE_PERIODS } from '../../rules/figures/figure-rows.ts';
import { openFigureFile } from '../../figure-files/figure-files.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { csvQuery, csvStyleOf, bodyOf } from '../../../platform/http/streamed-answer.ts';
import { divisionFactor } from '../schemas/deviceData.ts';
import { errors, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { commaList, date, oneOf, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';

const query = z.object({
  from: date(),
  to: date(),
  period: oneOf(FIGURE_PERIODS, 'daily').openapi({
    description: 'What a row is about. Months and years are named by any day in them',
  }),
  unitIds: commaList(),
  format: oneOf(FIGURE_FORMATS, 'csv').openapi({
    description: 'csv: a line per figure; ndjson: an object a line; xlsx: a workbook with as many sheets as it takes',
  }),
  divisionFactor: divisionFactor(),
  ...csvQuery,
});

const MEDIA_TYPES: Readonly<Record<FigureFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** GET /api/user/figures. Spec gap: the specification has figures in answers and reports alone; programs take files. */
export const getFigures = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/figures',
    tags: ['device data'],
    summary: 'Figures as a file for programs, of any length',
    description:
      'A row per unit and period, or per parameter of a quality unit, in order of period. Figures are those of deviceDataV2, from the first day of which the industry has a reading up to this moment. Nothing is rounded, and what is missing is empty. The file is written while it is read: whoever reads slowly takes no memory. Where something fails on the way the connection is cut, so a whole answer is a whole file. Texts that a spreadsheet would take for a formula begin with an apostrophe in csv; ndjson has every text as it is.',
    request: { query, headers: targetIndustryHeader },
    responses: {
      200: {
        description: 'The file',
        content: {
          'text/csv': {
            schema: z.string(),
            example:
              'unitId,unitName,standardCategoryId,date,start,parameter,value,siUnit,openingRegister,closingRegister,coverage,estimatedShare,offlineMinutes,offlineValue,unheardValue,unheardFrom,unheardTo,unheardSilences,unheardSilentValue,unheardSilentFrom,unheardSilentTo,bound,meters,metersMeasured\r\nM1,Main inlet,FLOW_CATEGORY,2026-01-15,2026-01-15T00:30:00.000Z,,1235.1826,KL,88213.4,89448.5826,1,0,0,0,,,,,,,,,1,1\r\n',
          },
          'application/x-ndjson': {
            schema: z.string(),
            example:
              '{"unitId":"M1","unitName":"Main inlet","standardCategoryId":"FLOW_CATEGORY","date":"2026-01-15","start":"2026-01-15T00:30:00.000Z","parameter":null,"value":1235.1826,"siUnit":"KL","openingRegister":88213.4,"closingRegister":89448.5826,"coverage":1,"estimatedShare":0,"offlineMinutes":0,"offlineValue":0,"unheardValue":null,"unheardFrom":null,"unheardTo":null,"unheardSilences":null,"unheardSilentValue":null,"unheardSilentFrom":null,"unheardSilentTo":null,"bound":null,"meters":1,"metersMeasured":1}\n',
          },
          [MEDIA_TYPES.xlsx]: { schema: z.string().openapi({ format: 'binary' }), example: 'PK' },
        },
      },
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { unitIds, delimiter, decimalMark, ...asked } = c.req.valid('query');
      const { industry } = c.get('caller');
      const file = await openFigureFile(context, industry, {
        ...asked,
        unitIds: unitIds.length === 0 ? null : unitIds,
        csv: csvStyleOf({ delimiter, decimalMark }),
      });
      const name = `${industry.industryId}_figures_${asked.period}_${asked.from}_${asked.to}.${asked.format}`;
      return c.body(bodyOf(file, context.log), 200, {
        'Content-Type': MEDIA_TYPES[asked.format],
        'Content-Disposition': attachmentHeader(name),
        'X-Content-Type-Options': 'nosniff',
      });
    },
);
