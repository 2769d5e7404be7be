import { createRoute, z } from '@hono/zod-openapi';
import { SEVERITIES } from '../../../kernel/severity.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, succeeded, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { identity, jsonBody, lineText, text } from '../../../platform/http/schemas/parameters.ts';
import { readBrowsers, switchBrowserOff, switchBrowserOn, testBrowser } from '../../browsers.ts';

const PATH = '/api/user/browsers';
const ID_PATH = `${PATH}/{browserId}`;
const idPath = (example: string) =>
  z.object({ browserId: identity().openapi({ description: 'As the list names it', example }) });

const MAX_ADDRESS_CHARACTERS = 2048;
const MAX_NAME_CHARACTERS = 100;
const key = (bytes: number) =>
  text(200).regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`), `is not ${bytes} bytes in base64url`);

export const browsersAnswer = answerWith(
  z.object({
    publicKey: z.string().openapi({ description: 'applicationServerKey of a new subscription' }),
    browsers: z
      .array(
        z.object({
          browserId: z.string(),
          browserName: z.string().openapi({ example: 'Firefox on Android' }),
          leastSeverity: z.enum(SEVERITIES),
          addedAt: z.string().openapi({ format: 'date-time' }),
          mark: z.string().openapi({ description: 'The first 16 digits of the SHA-256 of its endpoint' }),
        }),
      )
      .openapi({ description: "The caller's own, the newest first" }),
  }),
);

/** GET /api/user/browsers. Spec gap: the specification has push messages to applications alone. */
export const getBrowsers = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['notifications'],
    summary: 'Browsers on which one is told of incidents, and the key for another one',
    responses: { 200: ok('Browsers', browsersAnswer), ...errors(...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { publicKey, browsers } = await readBrowsers(context, c.get('caller'));
      const data = {
        publicKey,
        browsers: browsers.map((browser) => ({ ...browser, addedAt: browser.addedAt.toISOString() })),
      };
      return c.json({ ...done('Browsers'), data }, 200);
    },
);

const browserBody = z.object({
  endpoint: text(MAX_ADDRESS_CHARACTERS).openapi({ example: 'https://push.example.org/v2/4711' }),
  keys: z.object({ p256dh: key(65), auth: key(16) }).openapi({
    example: {
      p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      auth: 'tBHItJI5svbpez7KI4CCXg',
    },
  }),
  browserName: lineText(MAX_NAME_CHARACTERS).openapi({ example: 'Firefox on Android' }),
  leastSeverity: z
    .enum(SEVERITIES)
    .default('critical')
    .openapi({ description: 'Incidents that are less severe are not told' }),
});

/** POST /api/user/browsers. Spec gap: push messages to browsers. */
export const postBrowsers = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['notifications'],
    summary: 'Tell one of incidents on this browser',
    description:
      'Fields of PushSubscription.toJSON(). A browser is of one person: the newest. A person has at most 20 browsers, the newest ones.',
    request: { body: jsonBody(browserBody) },
    responses: {
      200: ok('Switched on', answerWith(z.object({ browserId: z.string() }))),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { keys, ...browser } = c.req.valid('json');
      const { allowPrivate } = context.config.chatSpace;
      const browserId = await switchBrowserOn(context, c.get('caller'), { ...browser, ...keys }, allowPrivate);
      return c.json({ ...done('Switched on'), data: { browserId } }, 200);
    },
);

/** DELETE /api/user/browsers/{browserId}. Spec gap: push messages to browsers. */
export const deleteBrowser = endpoint(
  createRoute({
    method: 'delete',
    path: ID_PATH,
    tags: ['notifications'],
    summary: 'Tell one nothing on this browser any more',
    request: { params: idPath('9a1d6c40-2e5f-4b7a-8c31-4d5e6f708192') },
    responses: { 200: ok('Switched off', succeeded), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      await switchBrowserOff(context, c.get('caller'), c.req.valid('param').browserId);
      return c.json(done('Switched off'), 200);
    },
);

/** POST /api/user/browsers/{browserId}/test. Spec gap: push messages to browsers. */
export const postBrowserTest = endpoint(
  createRoute({
    method: 'post',
    path: `${ID_PATH}/test`,
    tags: ['notifications'],
    summary: 'Send a message to one of the own browsers',
    description: 'At once. 400 with what its push service said, where it took none; a browser that is gone is removed.',
    request: { params: idPath('9a1d6c40-2e5f-4b7a-8c31-4d5e6f708191') },
    responses: { 200: ok('Sent', succeeded), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context, channels }) =>
    async (c) => {
      await testBrowser(context, channels, c.get('caller'), c.req.valid('param').browserId);
      return c.json(done('Sent'), 200);
    },
);
