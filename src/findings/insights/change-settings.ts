import type { DataContext } from '../../context.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { withRetired } from '../../kernel/industry/retired.ts';
import { refusal } from '../../kernel/problems.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { addDays } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import type { Querier } from '../../platform/database/database.ts';
import { broadcastWebEvent } from '../../platform/live/publish.ts';
import { industryChannel } from '../../platform/live/rules/web-event.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import { FINDING_KINDS, type FindingKind } from '../rules/kinds.ts';
import { limitFinder } from '../rules/limits-in-force.ts';
import { muteText, problemsOfChange, type SettingChange } from '../rules/setting-change.ts';
import { holdFindings, markInsightsDue } from '../store/insights.ts';
import { type FindingSetting, findingSettings, keepSetting, type StoredSetting, writeMute } from '../store/settings.ts';

/** Findings that ended within so many days are listed without being asked for, so that their history names a mute. */
const LISTED_DAYS = 7;

interface KindInForce {
  readonly kind: FindingKind;
  /** Limit of the industry; null: the kind has none, or a rule of its own. */
  readonly value: number | null;
  readonly mutedUntil: BusinessDate | null;
}

interface Settings {
  readonly kinds: readonly KindInForce[];
  readonly settings: readonly FindingSetting[];
}

/** Limits and mutes of an industry's kinds. A kind is told once its mute has ended. */
export async function readSettings({ database, clock }: DataContext, industry: Industry): Promise<Settings> {
  const today = businessDateOf(industry.clock, clock.now());
  const settings = await findingSettings(database, industry.industryKey);
  const limitOfKind = limitFinder(industry, settings);
  const ofIndustry = new Map(
    settings
      .filter(({ unitId, subCategoryId }) => unitId === null && subCategoryId === null)
      .map(({ kind, mutedUntil }) => [kind, mutedUntil]),
  );
  const kinds = FINDING_KINDS.map((kind) => {
    const mutedUntil = ofIndustry.get(kind) ?? null;
    return {
      kind,
      value: limitOfKind(kind, null).value,
      mutedUntil: mutedUntil !== null && mutedUntil > today ? mutedUntil : null,
    };
  });
  return { kinds, settings };
}

/**
 * Sets a limit or a mute of a kind. After another limit the last four weeks are judged again.
 * @throws ServiceError 1430 with every mistake
 */
export async function changeSetting(
  { database, clock }: DataContext,
  industry: Industry,
  actor: Actor,
  change: SettingChange,
): Promise<void> {
  const { industryKey, industryId } = industry;
  const { kind, unitId, subCategoryId } = change;
  const at = clock.now();
  const setAt = new Date(at);
  const today = businessDateOf(industry.clock, at);
  // A setting outlives its unit, and can be taken back.
  const known = withRetired(industry);
  const problems = problemsOfChange(change, known, today);
  if (problems.length > 0) throw refusal(problems);
  const { userId } = actor;
  const unitKey = unitId === null ? null : (known.units.get(unitId)?.unitKey ?? null);
  await database.transaction(async (transaction) => {
    // Two people who set the same kind at once take turns, and the second one sees what the first has set.
    await holdFindings(transaction, industryKey);
    const settings = await findingSettings(transaction, industryKey);
    const isPlace = (one: StoredSetting): boolean =>
      one.kind === kind && one.unitKey === unitKey && one.subCategoryId === subCategoryId;
    const before = settings.find(isPlace) ?? { limit: null, mutedUntil: null, reason: null };
    const after = changed(before, change);
    const [isLimit, isMute] = [after.limit !== before.limit, after.mutedUntil !== before.mutedUntil];
    if (!isLimit && !isMute && after.reason === before.reason) return;
    await keepSetting(transaction, industryKey, { kind, unitKey, subCategoryId, ...after, setBy: userId, setAt });
    if (isMute && unitKey === null && after.mutedUntil !== null)
      await endMutes(transaction, industryKey, settings, { kind, today });
    // A mute that has ended by itself is not taken back.
    if (isMute && unitKey !== null && (after.mutedUntil ?? before.mutedUntil ?? today) > today) {
      const told = after.mutedUntil === null ? UNMUTED : muted(after.mutedUntil);
      const since = addDays(today, -LISTED_DAYS);
      await writeMute(transaction, industryKey, { kind, unitKey, since, at, userId, ...told });
    }
    if (isLimit) await markInsightsDue(transaction, { industryKey, dueAt: setAt, changedFrom: null });
    await writeAudit(transaction, {
      at,
      actor,
      industryKey,
      verb: 'finding.setting',
      subject: kind,
      reason: after.reason,
      before: audited(before),
      after: { unitId, subCategoryId, ...audited(after) },
    });
    const payload = { kind, unitId, subCategoryId, userId };
    await broadcastWebEvent(transaction, { channel: industryChannel(industryId), name: 'finding', payload });
  });
}

type Said = Pick<FindingSetting, 'limit' | 'mutedUntil' | 'reason'>;

/** A setting after a change. One that says nothing has no reason. */
function changed(before: Said, change: SettingChange): Said {
  const given = <T>(value: T | undefined, old: T): T => (value === undefined ? old : value);
  const [limit, mutedUntil] = [given(change.limit, before.limit), given(change.mutedUntil, before.mutedUntil)];
  const reason = limit === null && mutedUntil === null ? null : given(change.reason, before.reason);
  return { limit, mutedUntil, reason };
}

const muted = (until: BusinessDate) => ({ act: 'muted', detail: muteText(until) }) as const;
const UNMUTED = { act: 'unmuted', detail: null } as const;

const audited = ({ limit, mutedUntil }: Said) => ({
  limit,
  mutedUntil: mutedUntil === null ? null : muteText(mutedUntil),
});

/**
 * Takes away the mutes of units that have ended. The narrower scope decides, and whoever switches a kind off for the
 * industry means all units.
 */
async function endMutes(
  transaction: Querier,
  industryKey: number,
  settings: readonly StoredSetting[],
  { kind, today }: { readonly kind: FindingKind; readonly today: BusinessDate },
): Promise<void> {
  for (const one of settings) {
    const { unitKey, mutedUntil } = one;
    if (one.kind === kind && unitKey !== null && mutedUntil !== null && mutedUntil <= today)
      await keepSetting(transaction, industryKey, { ...one, mutedUntil: null });
  }
}
