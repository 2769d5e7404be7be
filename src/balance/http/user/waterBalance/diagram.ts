import { createRoute, z } from '@hono/zod-openapi';
import { DIAGRAM_TYPES } from '../../../rules/window.ts';
import { PICTURE_FORMS, drawBalance } from '../../../draw-balance.ts';
import { LANGUAGES } from '../../../../kernel/language.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { divisionFactor } from '../../../../figures/http/schemas/deviceData.ts';
import { errors, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import {
  date,
  oneOf,
  optionalDate,
  optionalText,
  targetIndustryHeader,
} from '../../../../platform/http/schemas/parameters.ts';

const THEMES = ['auto', 'light', 'dark'] as const;

const query = z.object({
  date1: date(),
  date2: optionalDate().openapi({
    description: 'DD/MM/YYYY; last day with type=DATE, date1 when absent. With type=HOUR it is not used',
  }),
  divisionFactor: divisionFactor(),
  type: oneOf(DIAGRAM_TYPES, 'HOUR').openapi({
    description: 'HOUR: date1; DATE: the days from date1 to date2, as in waterBalance/data',
  }),
  page: optionalText().openapi({
    description:
      'Id of a page, or of the summary page beside one; the first page when absent. The Sankey form has none',
  }),
  form: oneOf(PICTURE_FORMS, 'graph').openapi({
    description:
      'graph: the saved graph with its values; sankey: sources, uses, stock and what is unaccounted for, with the 95 % band',
  }),
  language: oneOf(LANGUAGES, 'en').openapi({ description: 'Language of its words' }),
  theme: oneOf(THEMES, 'auto').openapi({ description: "auto: as the reader's device prefers; all print on white" }),
});

/** GET /api/user/waterBalance/diagram.svg. Spec gap: the picture is an addition. */
export const getWaterBalanceDiagramSvg = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/waterBalance/diagram.svg',
    tags: ['water balance'],
    summary: 'The water balance as a picture',
    description:
      'For pages, reports and mails: no script, nothing of another host, readable in grey, with a sentence for whoever does not see it. The figures are those of waterBalance/data and waterBalance.',
    request: { query, headers: targetIndustryHeader },
    responses: {
      200: {
        description: 'The picture',
        content: {
          'image/svg+xml': {
            schema: z.string(),
            example: '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="320"></svg>',
          },
        },
      },
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { date2, page, ...asked } = c.req.valid('query');
      const picture = await drawBalance(context, c.get('caller').industry, {
        ...asked,
        date2: date2 ?? null,
        page: page ?? null,
      });
      return c.body(picture, 200, { 'Content-Type': 'image/svg+xml; charset=utf-8' });
    },
);
