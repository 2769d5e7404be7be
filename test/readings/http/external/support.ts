import type { Industry } from '../../../../src/kernel/industry/industry.ts';
import { mintId, type TestContext } from '../../../support/database.ts';
import { mintWorks } from '../../works.ts';
import { bearer, login, PASSWORD, type TestApp } from '../../../service/support/app-fixture.ts';

export interface Member {
  readonly industry: Industry;
  readonly headers: Record<string, string>;
  readonly token: string;
}

/** The works with one user, logged in. */
export async function mintMember(
  context: TestContext,
  app: TestApp,
  permissions: readonly string[] = ['readings:write'],
): Promise<Member> {
  const username = mintId('u').slice(-24).toLowerCase();
  const industry = await mintWorks(context, [
    { userId: username, email: `${username}@works.example`, username, password: PASSWORD, role: 'user', permissions },
  ]);
  const user = {
    industryId: industry.industryId,
    industryKey: industry.industryKey,
    userId: username,
    userKey: 0,
    username,
    email: `${username}@works.example`,
  };
  const { token } = await login(app, user);
  return { industry, headers: bearer(token), token };
}
