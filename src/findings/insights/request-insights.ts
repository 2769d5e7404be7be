import { setTimeout as delay } from 'node:timers/promises';
import type { DataContext } from '../../context.ts';
import { type Actor, OPERATOR_INDUSTRY_ID } from '../../platform/login/rules/caller.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { QueueClient } from '../../platform/queue/client.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { listIndustries } from '../../platform/directory/store/industries.ts';
import { requestInsights, statesOfRequested } from '../store/insights.ts';

/** Queue of judgements, one job for each industry. */
export const INSIGHTS_QUEUE = 'industry-insights';

/** Milliseconds that a request waits. Longer judgements go on after the answer. */
export const PATIENCE_MILLISECONDS = 10_000;
const LOOK_MILLISECONDS = 250;

/** Number of the requested industries by outcome. */
interface InsightsAsked {
  readonly industries: number;
  readonly stored: number;
  readonly waiting: number;
}

/**
 * Asks for today's insights of active industries, a job for each, and waits for them. Spec gap: the wait is bounded,
 * because a thousand units take longer than a request should, so the answer counts industries that still wait.
 * @param onlyId the id of one industry; null: all.
 * @throws ServiceError 500 naming industries that could not be judged
 */
export async function computeAllInsights(
  { database, clock }: DataContext,
  queue: QueueClient,
  actor: Actor,
  onlyId: string | null,
  patienceMilliseconds: number,
): Promise<InsightsAsked> {
  const now = clock.now();
  const active = (await listIndustries(database, now)).filter(
    ({ isActive, industryId }) =>
      isActive && industryId !== OPERATOR_INDUSTRY_ID && (onlyId === null || industryId === onlyId),
  );
  const names = new Map(active.map(({ industryKey, industryId }) => [industryKey, industryId]));
  const [only] = onlyId === null ? [] : names.keys();
  const asked = await database.transaction(async (transaction) => {
    await writeAudit(transaction, {
      at: now,
      actor,
      industryKey: only ?? null,
      verb: 'insights.compute',
      subject: 'insights',
      before: null,
      after: { asked: [...names.values()] },
    });
    return requestInsights(transaction, [...names.keys()], new Date(now));
  });
  for (const industryId of names.values())
    await queue.send(INSIGHTS_QUEUE, { industryId }, { singletonKey: industryId });
  const until = performance.now() + patienceMilliseconds;
  let standing = await statesOfRequested(database, asked);
  while (standing.waiting.length > 0 && performance.now() < until) {
    await delay(LOOK_MILLISECONDS);
    standing = await statesOfRequested(database, asked);
  }
  const { waiting, failed } = standing;
  if (failed.length > 0)
    throw new ServiceError(
      500,
      `Insights could not be computed for ${failed.map((key) => names.get(key)).join(', ')}; ${waiting.length === 0 ? 'the others are stored' : `${waiting.length} others still wait`}`,
    );
  return { industries: names.size, stored: names.size - waiting.length, waiting: waiting.length };
}
