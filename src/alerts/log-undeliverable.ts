import type { DataContext } from '../context.ts';
import { type FailedMessage, unreachedIncidents } from './store/deliveries.ts';
import { firstNames } from '../kernel/first-names.ts';
import { writeServiceLog } from '../platform/global-logs/write-service-log.ts';

const MOST_NAMED = 5;

/**
 * Incidents of which every message has failed, as one entry of the industry in the log that operators read. The entry
 * stays until somebody resolves it.
 */
export async function logUndeliverable(
  context: Pick<DataContext, 'database' | 'clock'>,
  failed: readonly FailedMessage[],
): Promise<void> {
  for (const [industryKey, messages] of Map.groupBy(failed, (message) => message.industryKey)) {
    const incidentKeys = [...new Set(messages.map(({ incidentKey }) => incidentKey))];
    const unreached = await unreachedIncidents(context.database, industryKey, incidentKeys);
    if (unreached.length === 0) continue;
    const told = unreached.map(
      ({ title, unitName, problem }) => `${title} (${unitName ?? 'the whole industry'}): ${problem ?? 'not sent'}`,
    );
    await writeServiceLog(context, {
      group: 'alerts',
      title: 'Nobody could be told of an alert',
      description: firstNames(told, MOST_NAMED, '; '),
      subject: `unreached ${industryKey}`,
      industryKey,
    });
  }
}
