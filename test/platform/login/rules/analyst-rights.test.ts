import { describe, expect, it } from 'vitest';
import { type AnalystRights, setUpProblem } from '../../../../src/platform/login/rules/permissions.ts';

const SET_UP: AnalystRights = {
  readsCatalog: false,
  wakesService: false,
  takesLocks: false,
  makesLargeObjects: false,
  runsUpkeep: false,
  hasTimeBucket: true,
};

describe('the set-up of a server for analysts', () => {
  it('is whole when logins have time_bucket and no right beside reading', () => {
    expect(setUpProblem(SET_UP)).toBeNull();
  });

  it.each([
    [{ wakesService: true }, 'may send notifications (pg_notify) to the service'],
    [
      { readsCatalog: true, takesLocks: true },
      "may read the extension's catalog, and with it how much every industry sends, take",
    ],
    [{ hasTimeBucket: false }, 'whose logins have no time_bucket: a superuser must run sql/server/setup.sql on it.'],
    [{ runsUpkeep: true, hasTimeBucket: false }, "may run the extension's upkeep, and have no time_bucket"],
    [{ makesLargeObjects: true }, 'make large objects'],
  ])('names what is wrong: %j', (rights, words) => {
    expect(setUpProblem({ ...SET_UP, ...rights })).toContain(words);
  });
});
