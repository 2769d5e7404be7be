import { createRoute, z } from '@hono/zod-openapi';
import { loginWithOtp, sendOtp } from '../../../login-with-otp.ts';
import { endpoint } from '../../../../http/endpoint.ts';
import { errors, ok } from '../../../../http/schemas/envelope.ts';
import {
  deviceFrom,
  deviceHeaders,
  loginAnswer,
  loginAnswerOf,
  phoneNumber,
  otpSentAnswer,
  otpSentAnswerOf,
} from '../../schemas/login.ts';
import { jsonBody } from '../../../../http/schemas/parameters.ts';

/** POST /api/user/otp/send: sends a code to a registered number. */
export const postOtpSend = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/otp/send',
    tags: ['login'],
    summary: 'Send a one-time password',
    request: { body: jsonBody(z.object({ phoneNumber })) },
    responses: {
      200: ok('Sent; show otpTimestamp again with the code', otpSentAnswer),
      ...errors(400, 401, 420, 429, 503),
    },
  }),
  ({ auth }) =>
    async (c) =>
      c.json(otpSentAnswerOf(await sendOtp(auth, c.req.valid('json').phoneNumber, c.get('client').network)), 200),
);

const body = z.object({
  phoneNumber,
  otp: z.string().openapi({ description: 'Six digits', example: '482913' }),
  otpTimestamp: z.iso
    .datetime({ offset: true, error: 'is not an ISO 8601 instant' })
    .openapi({ description: 'As /otp/send answered it', example: '2026-01-16T00:45:00.000Z' }),
});

/** POST /api/user/otp/verify: the login by a code that was sent. */
export const postOtpVerify = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/otp/verify',
    tags: ['login'],
    summary: 'Log in with a one-time password',
    request: { headers: deviceHeaders, body: jsonBody(body) },
    responses: { 200: ok('Tokens and user', loginAnswer), ...errors(400, 401, 420, 429, 503) },
  }),
  ({ auth }) =>
    async (c) => {
      const { phoneNumber: phone, otp, otpTimestamp } = c.req.valid('json');
      return c.json(
        loginAnswerOf(
          await loginWithOtp(auth, phone, otp, Date.parse(otpTimestamp), deviceFrom(c, c.req.valid('header'))),
        ),
        200,
      );
    },
);
