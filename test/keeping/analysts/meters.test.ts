import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../support/database.ts';
import { type Credentials, loginIssuer, rowsAs } from './support.ts';
import { fillWorks, provisionWorks } from './works.ts';

let context: TestContext;
let login: Credentials;
let bore: string;
beforeAll(async () => {
  context = await testContext();
  const industry = await provisionWorks(context);
  await fillWorks(context, industry);
  login = await loginIssuer(context)(industry);
  bore = `${industry.industryId}_BORE`;
});

describe('an analyst', () => {
  it('sees the meters of a unit one after the other, with what was written down at the swap', async () => {
    expect(
      await rowsAs(
        login,
        `SELECT meter_number, serial, installed_at::text, removed_at::text, initial_register, final_register
         FROM analytics.meters WHERE unit_id = '${bore}' ORDER BY meter_number`,
      ),
    ).toEqual([
      {
        meter_number: 1,
        serial: null,
        installed_at: null,
        removed_at: '2026-03-05 07:00:00+00',
        initial_register: null,
        final_register: 5900,
      },
      {
        meter_number: 2,
        serial: `${bore.slice(0, -4)}WM_2`,
        installed_at: '2026-03-05 07:00:00+00',
        removed_at: null,
        initial_register: 5,
        final_register: null,
      },
    ]);
  });

  it('finds a swap by its business day', async () => {
    expect(
      await rowsAs(
        login,
        `SELECT unit_id, final_register_of_old, initial_register, registered_at::text
         FROM analytics.meter_swaps WHERE business_date = DATE '2026-03-05'`,
      ),
    ).toEqual([
      { unit_id: bore, final_register_of_old: 5900, initial_register: 5, registered_at: '2026-03-06 07:00:00+00' },
    ]);
  });

  it('sees one meter of every other unit with a register, and none of a tank', async () => {
    const rows = await rowsAs<{ name: string }>(login, `SELECT unit_id AS name FROM analytics.meters ORDER BY 1`);
    expect(rows.map(({ name }) => name.split('_').at(-1))).toEqual(['BORE', 'BORE', 'PUMP']);
  });
});
