import type { DataContext } from '../../context.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { KIND_WORDS } from '../rules/kind-words.ts';
import { byRank } from '../rules/loss-estimate.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { addDays, formatRequestDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import {
  holdFinding,
  insightsOfDay,
  judgeFinding,
  type KindTally,
  listFindings,
  type StoredFinding,
  type StoredInsight,
  tallyFindings,
} from '../store/insights.ts';

export type { StoredFinding } from '../store/insights.ts';

/** A finding as people read it. */
export interface ShownFinding extends Omit<StoredFinding, 'industryKey' | 'findingKey'> {
  readonly rank: number;
  /** Name of the kind, English. */
  readonly title: string;
  /** Address of the explanation of its newest day's figure; null for a finding of the whole industry. */
  readonly explain: string | null;
}

interface IndustryInsight extends Omit<StoredInsight, 'industryKey' | 'computedAt'> {
  readonly computedAt: Date;
  readonly findings: readonly ShownFinding[];
}

/** Share of a kind's findings that people confirmed; null while nobody has judged one. */
export interface KindPrecision extends KindTally {
  readonly precision: number | null;
}

export const VERDICTS = ['confirmed', 'rejected', 'none'] as const;
type Verdict = (typeof VERDICTS)[number];

/**
 * Insights of a day, empty where none were computed.
 * @param industry null: all industries.
 */
export async function readInsightsOfDay(
  { database }: Pick<DataContext, 'database'>,
  date: BusinessDate,
  industry: Industry | null,
): Promise<readonly IndustryInsight[]> {
  const key = industry?.industryKey ?? null;
  const insights = await insightsOfDay(database, key, date);
  // Yesterday is the newest day that can be judged.
  const live = { from: addDays(date, -1), to: date, withSettled: false, today: date };
  const findings = await listFindings(database, { ...live, industryKey: key });
  const byIndustry = Map.groupBy(findings, ({ industryKey }) => industryKey);
  return insights.map(({ industryKey, ...insight }) => ({
    ...insight,
    findings: ranked(byIndustry.get(industryKey) ?? []),
  }));
}

/** Findings of the last days, ranked, and people's agreement with each kind. */
export async function readFindings(
  { database, clock }: DataContext,
  industry: Industry,
  { days, withSettled }: { readonly days: number; readonly withSettled: boolean },
): Promise<{ readonly findings: readonly ShownFinding[]; readonly precision: readonly KindPrecision[] }> {
  const to = businessDateOf(industry.clock, clock.now());
  const wanted = { industryKey: industry.industryKey, from: addDays(to, -days), to, withSettled, today: to };
  const findings = await listFindings(database, wanted);
  const tallies = await tallyFindings(database, industry.industryKey);
  return { findings: ranked(findings), precision: tallies.map(precisionOf) };
}

interface Word {
  readonly findingId: string;
  readonly verdict: Verdict;
  readonly reason: string | null;
}

/**
 * Records a person's verdict on a finding.
 * @throws ServiceError 404
 */
export const giveVerdict = (
  { database, clock }: DataContext,
  { industryKey }: Industry,
  actor: Actor,
  { findingId, verdict, reason }: Word,
): Promise<ShownFinding> =>
  database.transaction(async (transaction) => {
    const finding = await holdFinding(transaction, industryKey, findingId);
    if (finding === null) throw new ServiceError(404, `Finding ${findingId} not found`);
    const fate = verdict === 'none' ? null : verdict;
    const at = clock.now();
    const word = { fate, at: fate === null ? null : new Date(at), by: fate === null ? null : actor.userId, reason };
    await judgeFinding(transaction, industryKey, finding.findingKey, word);
    await writeAudit(transaction, {
      at,
      actor,
      industryKey,
      verb: 'finding.judge',
      subject: findingId,
      reason,
      before: { fate: finding.fate },
      after: { fate },
    });
    const judged = { ...finding, fate, fateAt: word.at, fateBy: word.by, fateReason: reason };
    return shown(judged, 1);
  });

const ranked = (findings: readonly StoredFinding[]): ShownFinding[] =>
  findings.toSorted(byRank).map((finding, index) => shown(finding, index + 1));

const shown = ({ industryKey: _industry, findingKey: _key, ...finding }: StoredFinding, rank: number): ShownFinding => {
  const { unitId, lastDay, kind } = finding;
  const query = unitId === null ? null : new URLSearchParams({ unitId, date: formatRequestDate(lastDay) }).toString();
  return {
    ...finding,
    rank,
    title: KIND_WORDS[kind].title.en,
    explain: query === null ? null : `/api/user/explain?${query}`,
  };
};

const precisionOf = (tally: KindTally): KindPrecision => {
  const judged = tally.confirmed + tally.rejected;
  return { ...tally, precision: judged === 0 ? null : tally.confirmed / judged };
};
