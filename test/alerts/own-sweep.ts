import { statement, type StatementValues, valuesInOrder } from '../../src/platform/database/statements.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { noQueue, type QueueClient } from '../../src/platform/queue/client.ts';
import type { Delivering } from '../../src/alerts/deliver-messages.ts';
import { sweepMessages } from '../../src/alerts/dispatch-messages.ts';

/** Statements of the sweep that write to every industry. */
const GIVING_UP = new Set(['deliveries.give_up', 'deliveries.fail_overdue']);

/**
 * The sweep as it comes by for one industry. The database holds messages of other tests, which run meanwhile at other
 * times, and would find them given up.
 */
export function sweepOf(
  { context, ...reach }: Delivering,
  { industryKey }: Industry,
  queue: Pick<QueueClient, 'send'> = noQueue,
): Promise<void> {
  const { database } = context;
  const many = async <Row>(name: string, values: StatementValues = {}): Promise<Row[]> => {
    if (name === 'incidents.end_requests') return database.many<Row>(name, { ...values, industryKey });
    if (!GIVING_UP.has(name)) return database.many<Row>(name, values);
    const whole = statement(name);
    const parameters = valuesInOrder(name, whole, values);
    const own = `WHERE industry_key = $${parameters.length + 1} AND state =`;
    const narrowed = whole.text.replace('WHERE state =', own);
    const rows = await database.execute<{ industry_key: number; incident_key: number; channel: string }>(narrowed, [
      ...parameters,
      industryKey,
    ]);
    // Named as `many` names columns.
    return rows.map(({ industry_key, incident_key, channel }) => ({
      industryKey: industry_key,
      incidentKey: incident_key,
      channel,
    })) as Row[];
  };
  return sweepMessages({ context: { ...context, database: { ...database, many } }, ...reach }, queue);
}
