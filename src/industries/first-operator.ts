import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context, DataContext } from '../context.ts';
import { ServiceError } from '../kernel/errors.ts';
import { findIndustry } from '../platform/directory/store/industries.ts';
import type { Limiter } from '../platform/limits/limiter.ts';
import { SETUP_ATTEMPTS } from '../platform/limits/limits.ts';
import { OPERATOR_INDUSTRY_ID } from '../platform/login/rules/caller.ts';
import { refusalByUsername } from './accounts/invite-account.ts';
import { changeTenant } from './provisioning/change-tenant.ts';

/* The first operator of an installation is made by whoever knows the code that the service prints at its start. */

/** 32 letters and digits that nobody takes for one another. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LETTERS = 12;

/** The code, 60 bits by the signing secret, so that all processes of an installation have the same. */
export function setupCode(secret: string): string {
  const digest = createHmac('sha256', secret).update('code of the first operator').digest();
  const letters = [...digest.subarray(0, CODE_LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.replaceAll(/.{4}(?!$)/g, '$&-');
}

const plain = (code: string): string => code.toUpperCase().replaceAll(/[\s-]/g, '');

/** Codes are compared as digests, because these have one length. */
function isCode(secrets: readonly string[], typed: string): boolean {
  const digestOf = (code: string): Buffer => createHmac('sha256', 'compare').update(plain(code)).digest();
  return secrets.some((secret) => timingSafeEqual(digestOf(typed), digestOf(setupCode(secret))));
}

/** Whether the installation has no industry of operators yet. */
export const lacksOperators = async ({ database, clock }: DataContext): Promise<boolean> =>
  (await findIndustry(database, OPERATOR_INDUSTRY_ID, clock.now())) === null;

const haveOperators = (): ServiceError => new ServiceError(404, 'This installation has operators already');

interface FirstOperator {
  readonly code: string;
  readonly email: string;
  readonly username: string;
  readonly password: string;
}

/**
 * Spec gap: makes the industry of operators with its first person, who may do everything. Of two at once one is too
 * late.
 * @param means limiter, signing secrets, and the network of the caller, by which attempts are counted
 * @throws ServiceError 400 for another code, 404 where operators are there already, 1430 for an account that cannot be,
 * TooManyRequests
 */
export async function makeFirstOperator(
  context: Context,
  means: { readonly limiter: Limiter; readonly secrets: readonly string[]; readonly network: string },
  { code, email, username, password }: FirstOperator,
): Promise<void> {
  if (!(await lacksOperators(context))) throw haveOperators();
  await means.limiter.take(SETUP_ATTEMPTS, means.network);
  if (!isCode(means.secrets, code))
    throw new ServiceError(400, 'The code is not the one that the service printed when it started', [
      { field: 'code', problem: 'is not the one that the service printed when it started' },
    ]);
  await changeTenant({
    context,
    industryId: OPERATOR_INDUSTRY_ID,
    propose: () => ({
      document: {
        industry: {
          industryId: OPERATOR_INDUSTRY_ID,
          industryName: 'Operators',
          meta: { timezone: 'UTC', shift: { startAt: '00:00:00' } },
        },
        users: [{ userId: username, email, username, password, role: 'admin', permissions: ['admin:*'] }],
      },
      under: 'users[0].',
    }),
    refuse: refusalByUsername,
    guard: async (_, stored) => {
      if (stored.industry !== null) throw haveOperators();
    },
    act: {
      actor: { userId: 'first operator', industryId: OPERATOR_INDUSTRY_ID, address: means.network },
      verb: 'industry.provision',
      subject: OPERATOR_INDUSTRY_ID,
    },
  });
}
