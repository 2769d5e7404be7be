import { createRoute, z } from '@hono/zod-openapi';
import { sendOtp } from '../../../login-with-otp.ts';
import { endpoint } from '../../../../http/endpoint.ts';
import { errors, ok } from '../../../../http/schemas/envelope.ts';
import { otpSentAnswer, otpSentAnswerOf, phoneNumber } from '../../schemas/login.ts';

/** POST /api/user/otp/send: sends a code to a registered number. */
export const postOtpSend = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/otp/send',
    tags: ['login'],
    summary: 'Send a one-time password',
    request: { body: { required: true, content: { 'application/json': { schema: z.object({ phoneNumber }) } } } },
    responses: {
      200: ok('Sent; show otpTimestamp again with the code', otpSentAnswer),
      ...errors(400, 401, 420, 429, 503),
    },
  }),
  ({ auth }) =>
    async (c) =>
      c.json(otpSentAnswerOf(await sendOtp(auth, c.req.valid('json').phoneNumber, c.get('client').network)), 200),
);
