import { createRoute, z } from '@hono/zod-openapi';
import { counted } from '../../../kernel/text.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { optionalText, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';
import { streamedBody } from '../../../platform/http/streamed-body.ts';
import { readJson } from '../../json-rows.ts';
import { readMessage } from '../../rules/sources/read-message.ts';
import { MOST_MESSAGES, MOST_SENT_BYTES, MOST_SENT_VALUES } from '../../rules/sources/source.ts';
import { limitOfKey } from '../../sources/key-limit.ts';
import { messagesOf, openSource, type ReceivedMessages, receiveMessages } from '../../sources/receive-message.ts';
import { countsOf, ingestAnswer } from '../schemas/readings.ts';
import { sourceIdPath } from '../schemas/source.ts';
import { receiveSent } from './receive-sent.ts';

const tooLarge = (than: string): ServiceError =>
  new ServiceError(413, `The request body ${than}; send fewer messages at once`);

/** An uplink as ChirpStack v4 sends it, with figures that its codec has decoded. */
const SHOWN = {
  deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
  time: '2026-01-16T00:35:15.775023242+00:00',
  deviceInfo: { applicationName: 'Water', deviceName: 'Bore 1', devEui: '0101010101010102' },
  devAddr: '00189440',
  fCnt: 10,
  fPort: 1,
  object: { volume: 128.4 },
  rxInfo: [{ gatewayId: '0016c001f153a14c', rssi: -36, snr: 10.5 }],
};

const answer = answerWith(
  ingestAnswer.shape.data.extend({
    messages: z.number().int().openapi({ description: 'Messages of the request' }),
    waiting: z.number().int().openapi({ description: 'Messages of devices that have no unit yet' }),
    unreadable: z.number().int().openapi({ description: 'Messages in which nothing was found' }),
    problem: z.string().nullable().openapi({ description: 'Why the last of these was not read' }),
  }),
).openapi('SourceAnswer');

const messageOf = ({ messages, received, rejected, waiting, unreadable }: ReceivedMessages): string =>
  [
    `${counted(messages, 'message')}: ${counted(received - rejected, 'reading')} stored`,
    ...(rejected === 0 ? [] : [`${rejected} rejected`]),
    ...(waiting === 0 ? [] : [`${waiting} of devices without a unit`]),
    ...(unreadable === 0 ? [] : [`${unreadable} not read`]),
  ].join(', ');

/**
 * POST /api/external/sources/{sourceId}. Spec gap: networks of meters send messages of their own shape, which the
 * specification does not know. The address is that of readings, with the source behind it. Networks do not read
 * answers, so a message that cannot be read is answered as taken, and its source tells why.
 */
export const postSourceMessages = endpoint(
  createRoute({
    method: 'post',
    path: '/api/external/sources/{sourceId}',
    tags: ['readings'],
    summary: 'Send messages of a network of devices',
    description:
      `A message as ChirpStack v4, The Things Stack v3 or a device of your own sends it, or a list of up to ${MOST_MESSAGES}; the source says how they are read. `
      + 'The same message twice is one reading. Events without figures are taken, too. A device key of some units sends for the devices at these units alone; its other messages are refused (`unit_not_of_key`). Answered after commit.',
    request: {
      headers: targetIndustryHeader,
      params: sourceIdPath('5d0c7a31-9b2e-4f48-8a67-2c1e0d9f8b31'),
      query: z.object({
        event: optionalText(40).openapi({ description: 'Kind of the event, as ChirpStack adds it', example: 'up' }),
      }),
    },
    // The body is declared here instead of under `request`, because it is read as a stream and not by the validator.
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { type: ['object', 'array'], additionalProperties: true }, example: SHOWN },
      },
    },
    responses: { 200: ok('Verdict', answer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  (services) => async (c) => {
    const { context } = services;
    const key = c.get('deviceKey');
    const industry = key?.industry ?? c.get('caller').industry;
    const source = await openSource(context, industry, c.req.valid('param').sourceId, key);
    const body = await readJson(streamedBody(c, 'whole'), {
      bytes: MOST_SENT_BYTES,
      values: MOST_SENT_VALUES,
      tooLarge,
      most: `${MOST_SENT_VALUES}, the most that are allowed`,
    });
    const event = c.req.valid('query').event ?? null;
    const read = messagesOf(body, source).map((message) => readMessage(source, message, event));
    const received = await receiveMessages(context, industry, source, read, {
      send: (rows) =>
        receiveSent(
          services,
          c,
          () => [rows],
          () => {},
        ),
      limit: limitOfKey(key),
    });
    const { messages, waiting, unreadable, problem } = received;
    const data = { ...countsOf(received), messages, waiting, unreadable, problem };
    return c.json({ ...done(messageOf(received)), data }, 200);
  },
);
