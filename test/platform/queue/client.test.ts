import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PgBoss } from 'pg-boss';
import { EVALUATE_QUEUE } from '../../../src/alerts/enqueue-evaluation.ts';
import { enqueueAllEvaluations } from '../../../src/alerts/evaluate-industry.ts';
import { queueClient } from '../../../src/platform/queue/client.ts';
import { addRule } from '../../alerts/incidents.ts';
import { mintWorks } from '../../alerts/watch.ts';
import { type OwnContext, ownContext } from '../../keeping/upkeep/own-database.ts';
import { bossOf } from '../../service/support/boss-of.ts';

let context: OwnContext;
let boss: PgBoss;
beforeAll(async () => {
  context = await ownContext('2026-11-20T08:00:00Z');
  boss = await bossOf(context);
});
afterAll(() => boss.stop({ graceful: false }));

const queue = () => queueClient(boss, () => context.clock.now());
const waiting = () =>
  context.database.execute<{ key: string; data: object }>(
    'SELECT singleton_key AS key, data FROM pgboss.job WHERE name = $1 ORDER BY singleton_key',
    [EVALUATE_QUEUE],
  );

it('many jobs wait after few statements, one for each key, beside those that waited already', async () => {
  const keys = Array.from({ length: 2500 }, (_, index) => `MANY-${String(index).padStart(4, '0')}`);
  const payloadOf = (industryId: string) => ({ industryId });
  const [first = ''] = keys;
  await queue().send(EVALUATE_QUEUE, payloadOf(first), { singletonKey: first });
  let statements = 0;
  const counting = queueClient(
    Object.assign(Object.create(boss) as PgBoss, {
      insert: (...args: Parameters<PgBoss['insert']>) => {
        statements += 1;
        return boss.insert(...args);
      },
    }),
    () => context.clock.now(),
  );
  for (let minute = 0; minute < 2; minute += 1)
    await counting.sendEach(
      EVALUATE_QUEUE,
      keys.map((key) => ({ payload: payloadOf(key), singletonKey: key })),
    );
  expect(await waiting()).toEqual(keys.map((key) => ({ key, data: payloadOf(key) })));
  expect(statements).toBe(6);
  await context.database.execute('DELETE FROM pgboss.job WHERE name = $1', [EVALUATE_QUEUE]);
});

it('each minute the rules of every industry in use that has any wait for their evaluation', async () => {
  await mintWorks(context);
  const [watched, switchedOff] = [await mintWorks(context), await mintWorks(context)];
  await addRule(context, watched);
  await addRule(context, switchedOff, { isEnabled: false });
  await enqueueAllEvaluations(context, queue());
  await enqueueAllEvaluations(context, queue());
  expect((await waiting()).map(({ key }) => key)).toEqual([watched.industryId]);
});
