import type { Context } from '../context.ts';
import { assign } from '../findings/insights/handle-finding.ts';
import type { ShownFinding } from '../findings/insights/insights.ts';
import { findingSentence } from '../findings/rules/finding-sentence.ts';
import type { FindingKind } from '../findings/rules/kinds.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import type { Actor } from '../platform/login/rules/caller.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { askToMail } from './ask-to-deliver.ts';
import type { AlertCategory } from './rules/listing.ts';
import { tellAssignee } from './tell-assignee.ts';

/** The matter of a finding, in the words of alerts. */
const CATEGORY_OF_KIND: Readonly<Record<FindingKind, AlertCategory>> = {
  leak: 'leakage',
  burst: 'leakage',
  'unusual-use': 'consumption',
  standstill: 'flow',
  stuck: 'level',
  creep: 'leakage',
  reversed: 'device',
  silence: 'device',
  'tank-low': 'level',
  'tank-full': 'level',
  overflow: 'level',
  'quality-outside': 'quality',
  'battery-low': 'device',
  'energy-drift': 'energy',
  'swapped-meters': 'device',
  balance: 'leakage',
};

/** Hands a finding to somebody, who is mailed, or takes it away (null). @throws ServiceError as {@link assign} */
export async function assignFindingAndTell(
  context: Pick<Context, 'database' | 'clock' | 'config'>,
  queue: QueueClient,
  industry: Industry,
  actor: Actor,
  asked: { readonly findingId: string; readonly assigneeId: string | null; readonly note: string | null },
): Promise<ShownFinding> {
  const finding = await assign(context, industry, actor, asked, (transaction, { assigneeId, assignee, finding }) =>
    tellAssignee(transaction, context, industry, actor, {
      ...{ assigneeId, assignee, note: asked.note, severity: finding.severity },
      unitName: finding.unitName ?? finding.unitId,
      fact: (language) => findingSentence(finding, { language, timezone: industry.clock.timezone }),
      path: `/app/finding?id=${finding.findingId}`,
      incidentKey: null,
      category: CATEGORY_OF_KIND[finding.kind],
      data: { findingId: finding.findingId, kind: finding.kind, unitId: finding.unitId },
    }),
  );
  if (asked.assigneeId !== null) await askToMail(queue, industry);
  return finding;
}
