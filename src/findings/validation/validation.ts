import type { Context, DataContext, Reach } from '../../context.ts';
import { type Actor, OPERATOR_INDUSTRY_ID } from '../../platform/login/rules/caller.ts';
import { businessDateOf, dayWindow } from '../../kernel/time/business-clock.ts';
import { addDays, formatRequestDate } from '../../kernel/time/business-date.ts';
import type { BusinessClock, BusinessDate } from '../../kernel/time/types.ts';
import { type CheckReport, headline, reportLines, type UnitFinding } from '../rules/validation/report-lines.ts';
import { CHECK_NAMES, type CheckName } from '../rules/validation/types.ts';
import { findIndustry, listIndustries } from '../../platform/directory/store/industries.ts';
import { chatPost, postToChat, requireChatGroup } from '../../platform/chat/post-to-group.ts';
import { notBegun } from '../../figures/begun-days.ts';
import { checkProcessed, processedLines, type ProcessedIndustry } from './check-processed.ts';
import { checkDay } from './run-checks.ts';

interface AskedProcessed {
  readonly groupId: string;
  readonly date: BusinessDate;
  /** null: all active industries. */
  readonly industryId: string | null;
}

interface AskedChecks {
  readonly date: BusinessDate;
  readonly names: readonly CheckName[];
  /** null: the report is not posted. */
  readonly groupId: string | null;
  /** null: all active industries. */
  readonly industryId: string | null;
}

/** A report with its first line. */
interface Told<Report> {
  readonly message: string;
  readonly report: Report;
}

/** Spec gap: number of findings in an answer. Their counts include all. */
const MOST_FINDINGS = 1000;

interface ActiveIndustry {
  readonly industryKey: number;
  readonly industryId: string;
  readonly clock: BusinessClock;
}

/** Context of checks, which cover one or all active industries and can be posted to operators' chat. */
type Telling = DataContext & Pick<Context, 'log'> & Reach;

/**
 * Reports the state of processing of a business day, and posts the report before it answers.
 * @throws ServiceError 400 for a chat group that is not configured or did not take the report, and for a day that no
 * industry has begun.
 */
export async function reportProcessed(
  context: Telling,
  actor: Actor,
  { groupId, date, industryId }: AskedProcessed,
): Promise<Told<readonly ProcessedIndustry[]>> {
  requireChatGroup(context, groupId);
  const now = context.clock.now();
  const windows = (await activeIndustries(context, industryId)).map(({ industryKey, clock }) => ({
    industryKey,
    ...dayWindow(clock, date),
  }));
  const begun = windows.filter(({ startEpochMs }) => startEpochMs <= now);
  if (begun.length === 0 && windows.length > 0) throw notBegun(400, date);
  const industries = begun.map(({ industryKey, startEpochMs, endEpochMs }) => ({
    industryKey,
    startEpochMs,
    hasEnded: endEpochMs <= now,
  }));
  const report = await checkProcessed(context.database, industries, date);
  const [message = '', ...lines] = processedLines(formatRequestDate(date), report);
  await postToChat(context, actor, groupId, { text: chatPost([message, ...lines]) });
  return { message, report };
}

/**
 * Reports reverse flow since the business day before the running one, and posts the report before it answers.
 * @param industryId null: all active industries.
 * @throws ServiceError 400 for a chat group that is not configured or did not take the report.
 */
export async function reportReverseFlow(
  context: Telling,
  actor: Actor,
  groupId: string,
  industryId: string | null,
): Promise<Told<CheckReport>> {
  requireChatGroup(context, groupId);
  const now = context.clock.now();
  const runningDays = ({ clock }: ActiveIndustry): readonly BusinessDate[] => {
    const today = businessDateOf(clock, now);
    return [addDays(today, -1), today];
  };
  const report = await runChecks(context, await activeIndustries(context, industryId), runningDays, ['reverseFlow']);
  return tell(context, actor, groupId, { title: 'Reverse flow since yesterday', report });
}

/**
 * Reports the checks of a business day. Industries that have not begun the day are left out.
 * @throws ServiceError 400 for a chat group that is not configured or did not take the report, 1403 for a day that no
 * industry has begun.
 */
export async function reportChecks(
  context: Telling,
  actor: Actor,
  { date, names, groupId, industryId }: AskedChecks,
): Promise<Told<CheckReport>> {
  if (groupId !== null) requireChatGroup(context, groupId);
  const now = context.clock.now();
  const active = await activeIndustries(context, industryId);
  const begun = active.filter(({ clock }) => dayWindow(clock, date).startEpochMs <= now);
  if (begun.length === 0 && active.length > 0) throw notBegun(1403, date);
  const report = await runChecks(context, begun, () => [date], names);
  return tell(context, actor, groupId, { title: `Validation of ${formatRequestDate(date)}`, report });
}

const activeIndustries = async (
  { database, clock }: DataContext,
  industryId: string | null,
): Promise<ActiveIndustry[]> =>
  (await listIndustries(database, clock.now())).filter(
    (industry) =>
      industry.industryId !== OPERATOR_INDUSTRY_ID
      && (industryId === null ? industry.isActive : industry.industryId === industryId),
  );

/** Runs the checks one industry after the other, so that only one is in memory. */
async function runChecks(
  context: DataContext,
  industries: readonly ActiveIndustry[],
  datesOf: (industry: ActiveIndustry) => readonly BusinessDate[],
  names: readonly CheckName[],
): Promise<CheckReport> {
  const { database, clock } = context;
  const counts = new Map(CHECK_NAMES.filter((name) => names.includes(name)).map((name) => [name, 0]));
  const findings: UnitFinding[] = [];
  let units = 0;
  for (const listed of industries) {
    const industry = await findIndustry(database, listed.industryId, clock.now());
    if (industry === null) continue;
    let unitsOfDay = 0;
    for (const date of datesOf(listed)) {
      const found = await checkDay(context, industry, date, names);
      unitsOfDay = Math.max(unitsOfDay, found.units);
      for (const { check } of found.findings) counts.set(check, (counts.get(check) ?? 0) + 1);
      findings.push(...found.findings.slice(0, MOST_FINDINGS - findings.length));
    }
    units += unitsOfDay;
  }
  return { industries: industries.length, units, counts: Object.fromEntries(counts), findings };
}

async function tell(
  context: Telling,
  actor: Actor,
  groupId: string | null,
  { title, report }: { readonly title: string; readonly report: CheckReport },
): Promise<Told<CheckReport>> {
  if (groupId !== null) await postToChat(context, actor, groupId, { text: chatPost(reportLines(title, report)) });
  return { message: headline(title, report), report };
}
