import { createRoute } from '@hono/zod-openapi';
import { counted } from '../../../../kernel/text.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { streamedBody } from '../../../../platform/http/streamed-body.ts';
import { emptyResult, type IngestResult } from '../../../ingest.ts';
import { openMeterFile, requireUnderstood } from '../../../meter-file/open-meter-file.ts';
import { gatheredBytes } from '../../../meter-file/table-size.ts';
import { tryReadings } from '../../../receive-readings.ts';
import { readChoices } from '../../../rules/meter-file/choices.ts';
import { meterFileAnswerOf, meterFileData, meterFileQuery } from '../../schemas/meterFile.ts';
import { receiveSent, withStored } from '../receive-sent.ts';

const SENT_FILE = 'Time;M2 register [m3];M2 consumption [L]\n16.01.2026 06:05;128,4;800\n';

/**
 * POST /api/external/readings/meterFile (docs/reference/api-choices.md, Files of meters). Spec gap: history comes in
 * files of many forms. What a file leaves open is asked, and it is stored through the one intake.
 */
export const postMeterFile = endpoint(
  createRoute({
    method: 'post',
    path: '/api/external/readings/meterFile',
    tags: ['readings'],
    summary: 'Send a file as meters export it',
    description:
      'CSV of any separator, decimal sign and encoding, or a spreadsheet (.xlsx); a column for each meter, or one '
      + 'that names it. `preview=true` first: it says how the file is understood, what has to be said of it, and '
      + 'what would become of its rows. The content decides what the file is, whatever its type; gzip is taken, too.',
    request: { headers: targetIndustryHeader, query: meterFileQuery },
    // The body is read whole by the handler, and declared here instead of under `request`.
    requestBody: {
      required: true,
      content: {
        'text/csv': { schema: { type: 'string' }, example: SENT_FILE },
        'application/octet-stream': { schema: { type: 'string', format: 'binary' }, example: SENT_FILE },
      },
    },
    responses: {
      200: ok('How the file is understood, and the verdict', answerWith(meterFileData).openapi('MeterFileAnswer')),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  (services) => async (c) => {
    const { preview, ...written } = c.req.valid('query');
    const choices = readChoices(written);
    const { industry } = c.get('caller');
    const bytes = await gatheredBytes(streamedBody(c, 'whole'));
    const opened = await openMeterFile(bytes, choices, industry, services.context.clock.now());
    try {
      if (!preview) {
        requireUnderstood(opened);
        let soFar: Readonly<IngestResult> = emptyResult();
        const result = await receiveSent(
          services,
          c,
          () => opened.rows(),
          (progress) => {
            soFar = progress;
          },
        ).catch((error: unknown) => {
          throw withStored(error, soFar);
        });
        return c.json(
          { ...done(`${counted(result.received, 'reading')} read`), data: meterFileAnswerOf(opened, result, true) },
          200,
        );
      }
      const hasQuestions = (opened.understood?.questions.length ?? 0) > 0;
      const result = hasQuestions ? null : await tryReadings(services.context, industry, opened.rows());
      return c.json({ ...done('Preview'), data: meterFileAnswerOf(opened, result, false) }, 200);
    } finally {
      await opened.close();
    }
  },
);
