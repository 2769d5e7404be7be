import { password } from '../../rules/password-field.ts';
import { z } from '@hono/zod-openapi';

const name = (description: string, example: string) =>
  z.string().min(1).max(254, 'is longer than 254 characters').optional().openapi({ description, example });

export const forgotBody = z
  .object({
    username: name('Username, or e-mail address', 'asha.rao'),
    email: name('In place of username', 'asha.rao@works.example'),
  })
  .strict()
  .refine(
    ({ username, email }) => (username === undefined) !== (email === undefined),
    'has to name one of username and email',
  )
  .openapi('ForgottenPassword', { example: { username: 'asha.rao' } });

const newPassword = z
  .string()
  .refine((text) => password.safeParse(text).success, 'is not 5 to 30 characters without blanks')
  .openapi({ description: '5 to 30 characters without blanks', example: 'Correct-horse-2', format: 'password' });
const token = z.string().min(1).max(200, 'is longer than 200 characters');

export const resetBody = z
  .object({
    token: token.openapi({ description: 'Of the link', example: 'token-of-the-link' }),
    newPassword,
  })
  .strict();
