import type { Context } from '../../src/context.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { addAlertRule } from '../../src/alerts/manage-rules.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { noQueue } from '../../src/platform/queue/client.ts';

/** Adds a rule that fires at once above `limit` kilolitres an hour and mails `recipients` people of `domain`. */
export async function addBurstRule(
  context: Context,
  industry: Industry,
  { limit, recipients, domain }: { readonly limit: number; readonly recipients: number; readonly domain: string },
): Promise<void> {
  await addAlertRule(
    context,
    noQueue,
    industry,
    {
      title: 'Burst',
      severity: 'high',
      alertType: 'flow_rate_above_the_range',
      settings: { high: limit },
      holdMinutes: 0,
      recoverMinutes: 0,
      channels: {
        email: {
          enabled: true,
          recipients: Array.from({ length: recipients }, (_, index) => `person${index}@${domain}`),
        },
      },
    },
    { ...COMMAND, userId: 'bench' },
  );
}
