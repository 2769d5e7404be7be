import type { DataContext } from '../../context.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import type { Querier } from '../../platform/database/database.ts';
import { requireAssignee } from '../../platform/directory/assignees.ts';
import type { Assignee } from '../../platform/directory/store/assignees.ts';
import { broadcastWebEvent } from '../../platform/live/publish.ts';
import { industryChannel } from '../../platform/live/rules/web-event.ts';
import type { AuditVerb } from '../../platform/login/rules/audit-verbs.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import type { FindingAct } from '../rules/acts.ts';
import { holdFinding, judgeFinding, setAcknowledged, setAssignee, writeFindingAct } from '../store/acts.ts';
import { findFinding, type StoredFinding } from '../store/insights.ts';
import { type ShownFinding, shownFinding, unknownFinding } from './read-findings.ts';

/*
 * Acts of people on a finding. Each is one transaction with a row of the finding's history and a row of the audit, and
 * tells open pages of the industry. A new judgement of the data leaves all of them as they are.
 */

export const VERDICTS = ['confirmed', 'rejected', 'none'] as const;
type Verdict = (typeof VERDICTS)[number];

type Facts = Readonly<Record<string, string | null>>;

/** Record of an act: its row of history and its row of audit. */
interface Noted {
  readonly act: FindingAct;
  readonly detail: string | null;
  /** Who it was handed to, or taken from. */
  readonly assigneeId?: string | null;
  readonly verb: AuditVerb;
  readonly reason?: string | null;
  readonly before: Facts | null;
  readonly after: Facts | null;
}

/** @returns null: the act changes nothing, and leaves nothing behind */
type Act = (transaction: Querier, finding: StoredFinding, at: EpochMillis) => Promise<Noted | null>;

/** @throws ServiceError 404 for an id of which the industry has no finding */
const handled = (
  { database, clock }: DataContext,
  industry: Industry,
  actor: Actor,
  findingId: string,
  handle: Act,
): Promise<ShownFinding> =>
  database.transaction(async (transaction) => {
    const { industryKey, industryId } = industry;
    const at = clock.now();
    const { userId } = actor;
    const today = businessDateOf(industry.clock, at);
    const finding = await holdFinding(transaction, industryKey, findingId, today);
    if (finding === null) throw unknownFinding(findingId);
    const noted = await handle(transaction, finding, at);
    if (noted === null) return shownFinding(finding);
    const { act, detail, assigneeId = null, verb, reason = null, before, after } = noted;
    await writeFindingAct(transaction, finding.findingKey, { at: new Date(at), userId, act, detail, assigneeId });
    await writeAudit(transaction, { at, actor, industryKey, verb, subject: finding.findingId, reason, before, after });
    const now = (await findFinding(transaction, industryKey, findingId, today)) ?? finding;
    const payload = { findingId: finding.findingId, act, userId, assigneeId: now.assigneeId };
    await broadcastWebEvent(transaction, { channel: industryChannel(industryId), name: 'finding', payload });
    return shownFinding(now);
  });

interface Word {
  readonly findingId: string;
  readonly verdict: Verdict;
  readonly reason: string | null;
}

/**
 * Records a person's verdict on a finding. The same once more changes nothing, and where nobody has given one, none is
 * taken back: what the data have healed stays healed.
 * @throws as {@link handled}
 */
export const giveVerdict = (
  context: DataContext,
  industry: Industry,
  actor: Actor,
  { findingId, verdict, reason }: Word,
): Promise<ShownFinding> =>
  handled(context, industry, actor, findingId, async (transaction, finding, at) => {
    const fate = verdict === 'none' ? null : verdict;
    const given = finding.fate === 'healed' ? null : finding.fate;
    if (fate === given && (fate === null || reason === finding.fateReason)) return null;
    const word = { fate, at: fate === null ? null : new Date(at), by: fate === null ? null : actor.userId, reason };
    await judgeFinding(transaction, industry.industryKey, finding.findingKey, word);
    return {
      act: fate ?? 'verdict withdrawn',
      detail: reason,
      verb: 'finding.judge',
      reason,
      before: { fate: finding.fate },
      after: { fate },
    };
  });

/** A comment is a row of the history alone. */
const comment = (text: string): Noted => ({
  act: 'commented',
  detail: text,
  verb: 'finding.comment',
  before: null,
  after: { comment: text },
});

/**
 * Acknowledges a finding. The first acknowledgement counts; the note of a later one becomes a comment.
 * @throws as {@link handled}
 */
export const acknowledgeFinding = (
  context: DataContext,
  industry: Industry,
  actor: Actor,
  { findingId, note }: { readonly findingId: string; readonly note: string | null },
): Promise<ShownFinding> =>
  handled(context, industry, actor, findingId, async (transaction, finding, at) => {
    if (finding.acknowledgedAt !== null) return note === null ? null : comment(note);
    const { userId } = actor;
    const acknowledgedAt = new Date(at);
    await setAcknowledged(transaction, industry.industryKey, finding.findingKey, { at: acknowledgedAt, userId });
    return {
      act: 'acknowledged',
      detail: note,
      verb: 'finding.acknowledge',
      reason: note,
      before: null,
      after: null,
    };
  });

/** A finding that was handed to a person. */
interface Handed {
  readonly finding: ShownFinding;
  readonly assigneeId: string;
  readonly assignee: Assignee;
}

/**
 * Hands a finding to somebody, or takes it from whom it was handed to (null).
 * @param tell tells the person, in the transaction of the act; mails and notifications stand above findings
 * @throws ServiceError as above; 404 for somebody else than a user of the industry, 400 for one who is disabled
 */
export const assignFinding = (
  context: DataContext,
  industry: Industry,
  actor: Actor,
  {
    findingId,
    assigneeId,
    note,
  }: { readonly findingId: string; readonly assigneeId: string | null; readonly note: string | null },
  tell: (transaction: Querier, handed: Handed) => Promise<void>,
): Promise<ShownFinding> =>
  handled(context, industry, actor, findingId, async (transaction, finding) => {
    if (finding.assigneeId === assigneeId) return note === null ? null : comment(note);
    const assignee = assigneeId === null ? null : await requireAssignee(transaction, industry, assigneeId);
    await setAssignee(transaction, industry.industryKey, finding.findingKey, assigneeId);
    if (assigneeId !== null && assignee !== null)
      await tell(transaction, { finding: shownFinding(finding), assigneeId, assignee });
    return {
      act: assigneeId === null ? 'unassigned' : 'assigned',
      detail: note,
      assigneeId: assigneeId ?? finding.assigneeId,
      verb: 'finding.assign',
      reason: note,
      before: { assigneeId: finding.assigneeId },
      after: { assigneeId },
    };
  });

/** Adds a comment to the history. @throws as above */
export const commentOnFinding = (
  context: DataContext,
  industry: Industry,
  actor: Actor,
  { findingId, text }: { readonly findingId: string; readonly text: string },
): Promise<ShownFinding> => handled(context, industry, actor, findingId, async () => comment(text));
