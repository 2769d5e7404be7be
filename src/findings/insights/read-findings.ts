import type { DataContext } from '../../context.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { KIND_WORDS } from '../rules/kind-words.ts';
import { byRank } from '../rules/loss-estimate.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { addDays, formatRequestDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { KINDS } from '../rules/kinds.ts';
import { limitFinder } from '../rules/limits-in-force.ts';
import { type RuleOfFinding, ruleOfFinding } from '../rules/rule-of-finding.ts';
import { type FindingActRow, findingActs } from '../store/acts.ts';
import {
  findFinding,
  insightsOfDay,
  type KindTally,
  listFindings,
  type StoredFinding,
  type StoredInsight,
  tallyFindings,
} from '../store/insights.ts';
import { findingSettings } from '../store/settings.ts';

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
interface KindPrecision extends KindTally {
  readonly precision: number | null;
}

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

interface FindingsAsked {
  readonly days: number;
  readonly withSettled: boolean;
  readonly unitId?: string | undefined;
  readonly openOnly?: boolean;
  readonly assigneeIds?: readonly string[] | null;
}

/** Findings of the last days, ranked, and people's agreement with each kind. */
export async function readFindings(
  { database, clock }: DataContext,
  industry: Industry,
  { days, ...asked }: FindingsAsked,
): Promise<{ readonly findings: readonly ShownFinding[]; readonly precision: readonly KindPrecision[] }> {
  const to = businessDateOf(industry.clock, clock.now());
  const wanted = { ...asked, industryKey: industry.industryKey, from: addDays(to, -days), to, today: to };
  const findings = await listFindings(database, wanted);
  const tallies = await tallyFindings(database, industry.industryKey);
  return { findings: ranked(findings), precision: tallies.map(precisionOf) };
}

/** A finding with its history, its limit in force and the alert rule that can be made of it. */
interface FindingDetail {
  readonly finding: ShownFinding;
  readonly acts: readonly FindingActRow[];
  /** null: nobody has judged the kind, and no finding of it has healed. */
  readonly precision: KindPrecision | null;
  /** The limit of the kind in force for the finding's unit; null: the kind has none. */
  readonly limit: ReturnType<ReturnType<typeof limitFinder>> | null;
  readonly rule: RuleOfFinding | null;
}

/** A finding with its history. @throws ServiceError 404 */
export async function readFinding(
  { database, clock }: DataContext,
  industry: Industry,
  findingId: string,
): Promise<FindingDetail> {
  const { industryKey } = industry;
  const found = await findFinding(database, industryKey, findingId, businessDateOf(industry.clock, clock.now()));
  if (found === null) throw unknownFinding(findingId);
  const { kind, unitId } = found;
  const limit = limitFinder(industry, await findingSettings(database, industryKey))(kind, unitId);
  const tally = (await tallyFindings(database, industryKey)).find((one) => one.kind === kind);
  const unit = unitId === null ? null : (industry.units.get(unitId)?.current ?? null);
  return {
    finding: shownFinding(found),
    acts: await findingActs(database, industryKey, found.findingKey),
    precision: tally === undefined ? null : precisionOf(tally),
    limit: KINDS[kind].limit === null ? null : limit,
    rule: ruleOfFinding(found, { unit, limit: limit.value }),
  };
}

export const unknownFinding = (findingId: string): ServiceError =>
  new ServiceError(404, `Finding ${findingId} not found`);

const ranked = (findings: readonly StoredFinding[]): ShownFinding[] =>
  findings.toSorted(byRank).map((finding, index) => shownFinding(finding, index + 1));

/** A finding as people read it; one that is read alone ranks first. */
export function shownFinding(
  { industryKey: _industry, findingKey: _key, ...finding }: StoredFinding,
  rank = 1,
): ShownFinding {
  const { unitId, lastDay, kind } = finding;
  const query = unitId === null ? null : new URLSearchParams({ unitId, date: formatRequestDate(lastDay) }).toString();
  return {
    ...finding,
    rank,
    title: KIND_WORDS[kind].title.en,
    explain: query === null ? null : `/api/user/explain?${query}`,
  };
}

const precisionOf = (tally: KindTally): KindPrecision => {
  const judged = tally.confirmed + tally.rejected;
  return { ...tally, precision: judged === 0 ? null : tally.confirmed / judged };
};
