import { expect, it } from 'vitest';
import { testContext } from '../../support/database.ts';

it('the planner is told what asking how far a rollup reaches costs, so that refreshing a month does not ask it for every young reading', async () => {
  const { database } = await testContext();
  const [found] = await database.execute<{ cost: number; ours: boolean }>(
    "SELECT procost AS cost, pg_has_role(proowner, 'USAGE') AS ours FROM pg_proc WHERE oid = '_timescaledb_functions.cagg_watermark(integer)'::regprocedure",
  );
  // On a server the function is a superuser's, who runs the file (sql/README.md); it costs what the extension says
  // until then.
  expect(found?.ours === false ? [1, 10_000] : [10_000]).toContain(found?.cost);
});
