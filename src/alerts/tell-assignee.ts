import type { Context } from '../context.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import type { Language } from '../kernel/language.ts';
import type { JsonValue } from '../kernel/json.ts';
import type { Querier } from '../platform/database/database.ts';
import { type Assignee, userName } from '../platform/directory/store/assignees.ts';
import type { Actor } from '../platform/login/rules/caller.ts';
import { assignedWords, type AssignedMatter } from './rules/content/assigned.ts';
import { mailWords } from './rules/content/catalogue-texts.ts';
import type { AlertCategory } from './rules/listing.ts';
import { queuePersonalMails } from './store/mails.ts';
import { addNotification } from './store/notifications.ts';
import { assignedMailHtml, assignedMailText } from './writers/alert-mail.ts';
import { assignFinding } from '../findings/insights/handle-finding.ts';
import type { ShownFinding } from '../findings/insights/read-findings.ts';
import { findingSentence } from '../findings/rules/finding-sentence.ts';
import type { FindingKind } from '../findings/rules/kinds.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { enqueueMails } from './enqueue-deliveries.ts';

/** A finding or an incident that was handed to a person. */
interface Assigned extends Pick<AssignedMatter, 'severity' | 'note'> {
  readonly assigneeId: string;
  readonly assignee: Assignee;
  /** null: the industry as a whole. */
  readonly unitName: string | null;
  readonly fact: (language: Language) => string;
  /** The page that shows it. */
  readonly path: string;
  /** null: it is no incident. */
  readonly incidentKey: number | null;
  readonly category: AlertCategory;
  readonly data: Readonly<Record<string, JsonValue>>;
}

/**
 * Mails a person that something was handed to him, in his language, and notes it among the notifications. The caller's
 * transaction writes the mails, so neither a crash nor a second worker doubles one. Who takes something himself is told
 * nothing.
 */
export async function tellAssignee(
  transaction: Querier,
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  industry: Industry,
  { userId, industryId: homeIndustryId }: Actor,
  assigned: Assigned,
): Promise<void> {
  const { industryKey, industryId, industryName } = industry;
  const { assigneeId, assignee, unitName, fact, path, severity, note } = assigned;
  if (assigneeId === userId && homeIndustryId === industryId) return;
  const at = new Date(clock.now());
  const by = (await userName(transaction, industryKey, userId)) ?? userId;
  const wordsIn = (language: Language) =>
    assignedWords(
      {
        ...{ industryName, place: unitName ?? industryName, fact: fact(language), severity, by, note },
        link: config.publicUrl === null ? null : `${config.publicUrl}${path}`,
      },
      language,
    );
  const words = wordsIn(assignee.mailLanguage ?? 'en');
  const content = { subject: words.subject, text: assignedMailText(words), html: assignedMailHtml(words) };
  const addresses = new Map(assignee.addresses.map((address) => [address.toLowerCase(), address]));
  const mails = [...addresses.values()].map((recipient) => ({ recipient, ...content }));
  await queuePersonalMails(transaction, industryKey, { date: null, mails }, at);
  const noted = (language: Language) => {
    const { place, fact: what, note: said } = wordsIn(language);
    const assignedText = mailWords(language, 'assigned', { user: assignee.username, by });
    return { title: `${place}: ${what}`, message: said === null ? assignedText : `${assignedText} ${said}` };
  };
  await addNotification(transaction, industryKey, {
    incidentKey: assigned.incidentKey,
    words: noted,
    type: 'assigned',
    category: assigned.category,
    priority: severity,
    data: assigned.data,
    createdAt: at,
    assigned: { to: assigneeId, by: userId },
  });
}

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

/** Hands a finding to somebody, who is mailed, or takes it away (null). @throws as {@link assignFinding} */
export async function assignFindingAndTell(
  context: Pick<Context, 'database' | 'clock' | 'config'>,
  queue: QueueClient,
  industry: Industry,
  actor: Actor,
  asked: { readonly findingId: string; readonly assigneeId: string | null; readonly note: string | null },
): Promise<ShownFinding> {
  const finding = await assignFinding(context, industry, actor, asked, (transaction, { finding, ...handed }) =>
    tellAssignee(transaction, context, industry, actor, {
      ...handed,
      note: asked.note,
      severity: finding.severity,
      unitName: finding.unitName ?? finding.unitId,
      fact: (language) => findingSentence(finding, { language, timezone: industry.clock.timezone }),
      path: `/app/finding?id=${finding.findingId}`,
      incidentKey: null,
      category: CATEGORY_OF_KIND[finding.kind],
      data: { findingId: finding.findingId, kind: finding.kind, unitId: finding.unitId },
    }),
  );
  if (asked.assigneeId !== null) await enqueueMails(queue, industry);
  return finding;
}
