import { expect, it } from 'vitest';
import { namedStatements } from '../../../src/platform/database/named-query.ts';
import { provisionIndustry } from '../../../src/industries/provisioning/provision-industry.ts';
import { findIndustry } from '../../../src/platform/directory/store/industries.ts';
import { mintId, testClock, testContext, type TestContext } from '../../support/database.ts';
import { bore, bundle, type Json, operator } from '../rules/provisioning/bundles.ts';

it('a thousand units take few statements: first, again and changed', async () => {
  const context = await testContext();
  const id = mintId('MANY');
  const units = (factor: number) =>
    Array.from({ length: 1000 }, (_, index) => bore({ unitId: `M${index}`, flowFactor: factor }));
  const user = operator({ username: id.slice(-20).toLowerCase(), email: `${id}@works.example` });
  const document = (factor: number): Json => {
    const works = bundle({ users: [user], units: units(factor), categories: {} });
    // bundle() makes it an object.
    return { ...works, industry: { ...(works['industry'] as Json), industryId: id } };
  };
  let statements = 0;
  const counted: TestContext = {
    ...context,
    // Later than any other test has materialised days, because those are looked at once more.
    clock: testClock('2150-01-01T12:00:00Z'),
    database: {
      ...context.database,
      ...namedStatements((name, parameters) => {
        statements += 1;
        return context.database.many(name, parameters);
      }),
      transaction: (work) =>
        context.database.transaction((querier) =>
          work({
            ...querier,
            ...namedStatements((name, parameters) => {
              statements += 1;
              return querier.many(name, parameters);
            }),
          }),
        ),
    },
  };
  for (const factor of [1, 1, 2])
    await provisionIndustry({ context: counted, bundle: document(factor), markStale: async () => {} });
  const industry = await findIndustry(context.database, id, counted.clock.now());
  expect(industry?.units.get('M999')?.versions.map((version) => version.unit.flowFactor)).toEqual([1, 2]);
  expect(statements).toBeLessThanOrEqual(38);
});
