import { beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../../support/database.ts';
import { testApp } from '../../service/support/app-fixture.ts';
import { atHour, mintWorks } from '../../service/support/device-data-works.ts';
import { asLoggedIn, type Look } from '../support/look.ts';

let look: Look;

beforeAll(async () => {
  const context = await testContext('2026-06-12T06:00:00Z');
  const app = testApp(context);
  const works = await mintWorks(context, app);
  await works.send(
    Array.from({ length: 24 }, (_, hour) => ({ unitId: 'M1', createdOn: atHour('2026-06-10', hour), value: 1000 })),
  );
  await works.process('2026-06-10', '2026-06-11');
  look = await asLoggedIn(app, works);
});

describe('the page of a unit that is computed of several meters', () => {
  it.each(['DAY', 'MONTH', 'YEAR'])('says by %s how many of them measured something', async (type) => {
    const page = await look(`/app/unit?id=BOTH&type=${type}&date=10/06/2026`);
    expect(page.textOf('periods')).toContain('1 of 2 meters');
  });

  it('says nothing of meters where it has one', async () => {
    const page = await look('/app/unit?id=M1&type=DAY&date=10/06/2026');
    expect(page.textOf('periods')).not.toContain('meters');
  });
});
