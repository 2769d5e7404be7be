import { createRoute, z } from '@hono/zod-openapi';
import { loginWithProvider } from '../../../login-with-identity.ts';
import { NotRegistered } from '../../../errors.ts';
import { endpoint } from '../../../../http/endpoint.ts';
import { errorBody, errors, ok } from '../../../../http/schemas/envelope.ts';
import { deviceFrom, deviceHeaders, loginAnswer, loginAnswerOf } from '../../schemas/login.ts';
import { jsonBody } from '../../../../http/schemas/parameters.ts';

const MAX_TOKEN_CHARACTERS = 16_384;

// Spec gap: the body of an enterprise provider. That of a social one, and the tenant id the header login asks for.
const body = z.object({
  credential: z
    .string()
    .min(1)
    .max(MAX_TOKEN_CHARACTERS, `is longer than ${MAX_TOKEN_CHARACTERS} characters`)
    .openapi({ description: 'Identity token', example: 'identity-token' }),
  tid: z.string().optional().openapi({ description: 'Tenant id; enterprise providers need it' }),
});

const notRegistered = z
  .object({ error: z.literal('SSO_NOT_REGISTERED'), email: z.string(), name: z.string(), provider: z.string() })
  .openapi('NotRegistered');

const NOT_FOUND = {
  description: "The account is nobody's here, or no such provider is enabled",
  content: {
    'application/json': {
      schema: notRegistered.or(errorBody),
      examples: {
        notRegistered: {
          summary: "The account is nobody's here",
          value: {
            error: 'SSO_NOT_REGISTERED',
            email: 'asha.rao@elsewhere.example',
            name: 'Asha Rao',
            provider: 'google',
          },
        },
        provider: {
          summary: 'No such provider',
          value: {
            status: 'failed',
            status_code: 404,
            message: "The identity provider 'github' is not enabled on this server",
          },
        },
      },
    },
  },
};

/** POST /api/user/sso/{provider}: login by the identity token of a social or enterprise provider. */
export const postSsoByProvider = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/sso/{provider}',
    tags: ['login'],
    summary: 'Log in with an identity provider',
    request: {
      params: z.object({
        provider: z
          .string()
          .openapi({ description: 'A provider of the setting IDENTITY_PROVIDERS', example: 'google' }),
      }),
      headers: deviceHeaders,
      body: jsonBody(body),
    },
    // Spec gap: the HTTP status of an unregistered account. That of "user not found".
    responses: { 200: ok('Tokens and user', loginAnswer), 404: NOT_FOUND, ...errors(400, 401, 420, 429, 503) },
  }),
  ({ auth }) =>
    async (c) => {
      const { credential, tid } = c.req.valid('json');
      const { provider } = c.req.valid('param');
      try {
        return c.json(
          loginAnswerOf(
            await loginWithProvider(
              auth,
              provider,
              { token: credential, tid: tid || null },
              deviceFrom(c, c.req.valid('header')),
            ),
          ),
          200,
        );
      } catch (error) {
        if (!(error instanceof NotRegistered)) throw error;
        const { email, name, provider: entry } = error.identified;
        return c.json({ error: 'SSO_NOT_REGISTERED' as const, email, name, provider: entry.provider }, 404);
      }
    },
);
