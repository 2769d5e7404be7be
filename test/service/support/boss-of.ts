import type { PgBoss } from 'pg-boss';
import { openBoss } from '../../../src/platform/queue/client.ts';
import { createQueues } from '../../../src/service/worker.ts';
import type { OwnContext } from '../../keeping/upkeep/own-database.ts';

/** The queues of an installation, without workers. */
export async function bossOf({ opened, log }: Pick<OwnContext, 'opened' | 'log'>): Promise<PgBoss> {
  const boss = await openBoss(opened.connection, log);
  await createQueues(boss);
  return boss;
}
