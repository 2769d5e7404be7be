import type { DataContext } from '../../context.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { OPERATOR_INDUSTRY_ID } from '../../domain/access/caller.ts';
import { businessDateOf, dayWindow } from '../../domain/time/business-clock.ts';
import { addDays, formatRequestDate } from '../../domain/time/business-date.ts';
import type { BusinessClock, BusinessDate } from '../../domain/time/types.ts';
import { type CheckReport, headline, reportLines, type UnitFinding } from '../../domain/validation/report-lines.ts';
import { CHECK_NAMES, type CheckName } from '../../domain/validation/types.ts';
import { findIndustry, listIndustries } from '../../store/industries.ts';
import { chatPost } from '../../writers/chat-post.ts';
import { notBegun } from '../workspace/begun-days.ts';
import type { ChatService } from '../chat/post-to-group.ts';
import { checkProcessed, processedLines, type ProcessedIndustry } from './check-processed.ts';
import { checkDay } from './run-checks.ts';

/** Checks over the data of all active industries, told to a chat space of operators. */
export interface ValidationService {
  /**
   * What is processed of a business day. Posted before it is answered.
   * @throws ServiceError 400 for a chat group that is not configured or did not take the report, and for a day that no
   * industry has begun.
   */
  processedData(actor: Actor, asked: AskedProcessed): Promise<Told<readonly ProcessedIndustry[]>>;
  /**
   * Water that ran backwards, since the business day before the running one began. Posted before it is answered.
   * @throws ServiceError 400 as above.
   */
  reverseFlow(actor: Actor, groupId: string, industryId: string | null): Promise<Told<CheckReport>>;
  /**
   * Checks of a business day. Industries that have not begun it are left out.
   * @param asked groupId null: nothing is posted. industryId null: all active industries.
   * @throws ServiceError 400 for the chat group as above, 1403 for a day that no industry has begun.
   */
  checks(actor: Actor, asked: AskedChecks): Promise<Told<CheckReport>>;
}

interface AskedProcessed {
  readonly groupId: string;
  readonly date: BusinessDate;
  /** null: all active industries. */
  readonly industryId: string | null;
}

interface AskedChecks {
  readonly date: BusinessDate;
  readonly names: readonly CheckName[];
  readonly groupId: string | null;
  readonly industryId: string | null;
}

/** A report, and its first line. */
interface Told<Report> {
  readonly message: string;
  readonly report: Report;
}

/** Spec gap: how many findings an answer lists. Their numbers count all. */
const MOST_FINDINGS = 1000;

interface ActiveIndustry {
  readonly industryKey: number;
  readonly industryId: string;
  readonly clock: BusinessClock;
}

export function createValidation(context: DataContext, chat: ChatService): ValidationService {
  const { database, clock } = context;

  const activeIndustries = async (industryId: string | null): Promise<ActiveIndustry[]> =>
    (await listIndustries(database, clock.now())).filter(
      (industry) =>
        industry.industryId !== OPERATOR_INDUSTRY_ID
        && (industryId === null ? industry.isActive : industry.industryId === industryId),
    );

  /** One industry after the other, so that only one is in memory. */
  async function runChecks(
    industries: readonly ActiveIndustry[],
    datesOf: (industry: ActiveIndustry) => readonly BusinessDate[],
    names: readonly CheckName[],
  ): Promise<CheckReport> {
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

  async function tell(actor: Actor, groupId: string | null, title: string, report: CheckReport) {
    if (groupId !== null) await chat.post(actor, groupId, { text: chatPost(reportLines(title, report)) });
    return { message: headline(title, report), report };
  }

  return {
    async processedData(actor, { groupId, date, industryId }) {
      chat.requireGroup(groupId);
      const now = clock.now();
      const windows = (await activeIndustries(industryId)).map(({ industryKey, clock: ownClock }) => ({
        industryKey,
        ...dayWindow(ownClock, date),
      }));
      const begun = windows.filter(({ startEpochMs }) => startEpochMs <= now);
      if (begun.length === 0 && windows.length > 0) throw notBegun(400, date);
      const industries = begun.map(({ industryKey, endEpochMs }) => ({ industryKey, hasEnded: endEpochMs <= now }));
      const report = await checkProcessed(database, industries, date);
      const [message = '', ...lines] = processedLines(formatRequestDate(date), report);
      await chat.post(actor, groupId, { text: chatPost([message, ...lines]) });
      return { message, report };
    },

    async reverseFlow(actor, groupId, industryId) {
      chat.requireGroup(groupId);
      const now = clock.now();
      const runningDays = ({ clock: ownClock }: ActiveIndustry): readonly BusinessDate[] => {
        const today = businessDateOf(ownClock, now);
        return [addDays(today, -1), today];
      };
      const report = await runChecks(await activeIndustries(industryId), runningDays, ['reverseFlow']);
      return tell(actor, groupId, 'Reverse flow since yesterday', report);
    },

    async checks(actor, { date, names, groupId, industryId }) {
      if (groupId !== null) chat.requireGroup(groupId);
      const now = clock.now();
      const active = await activeIndustries(industryId);
      const begun = active.filter(({ clock: ownClock }) => dayWindow(ownClock, date).startEpochMs <= now);
      if (begun.length === 0 && active.length > 0) throw notBegun(1403, date);
      const report = await runChecks(begun, () => [date], names);
      return tell(actor, groupId, `Validation of ${formatRequestDate(date)}`, report);
    },
  };
}
