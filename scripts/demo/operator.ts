import { randomBytes } from 'node:crypto';
import type { Context } from '../../src/context.ts';
import { OPERATOR_INDUSTRY_ID } from '../../src/platform/login/rules/caller.ts';
import { provisionIndustry } from '../../src/industries/provisioning/provision-industry.ts';
import { findIndustry } from '../../src/platform/directory/store/industries.ts';
import type { DemoState } from './state.ts';

/**
 * Adds an operator, so that one login opens every document. The password is made for this database, because an operator
 * may do everything for everybody. Null, without any change, where operators exist already.
 */
export async function addOperator(context: Context): Promise<DemoState['operator']> {
  if ((await findIndustry(context.database, OPERATOR_INDUSTRY_ID, context.clock.now())) !== null) return null;
  const operator = { username: 'demo.operator', password: randomBytes(12).toString('base64url') };
  await provisionIndustry({
    context,
    bundle: {
      industry: {
        industryId: OPERATOR_INDUSTRY_ID,
        industryName: 'Operators',
        meta: { timezone: 'UTC', shift: { startAt: '00:00:00' } },
      },
      users: [
        {
          userId: 'demo-operator',
          email: 'operator@demo.example',
          role: 'admin',
          permissions: ['admin:*'],
          ...operator,
        },
      ],
    },
  });
  return operator;
}
