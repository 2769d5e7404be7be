import { counted } from '../../../kernel/text.ts';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../../kernel/time/types.ts';
import { CHECK_TITLES } from './checks.ts';
import { CHECK_NAMES, type CheckName, type Finding } from './types.ts';

/** A finding with its unit and industry. */
export interface UnitFinding extends Finding {
  readonly industryId: string;
  readonly unitId: string;
  readonly unitName: string;
  readonly date: BusinessDate;
  readonly check: CheckName;
}

/** Result of the checks of a day. */
export interface CheckReport {
  readonly industries: number;
  readonly units: number;
  /** Number of findings of every check that was asked for. */
  readonly counts: Partial<Readonly<Record<CheckName, number>>>;
  /** The first findings, by industry and unit. */
  readonly findings: readonly UnitFinding[];
}

const findingCount = ({ counts }: Pick<CheckReport, 'counts'>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** First line of a report, e.g. `Validation: 3 findings at 120 units of 4 industries`. */
export const headline = (title: string, report: CheckReport): string =>
  `${title}: ${findingCount(report) === 0 ? 'no findings' : counted(findingCount(report), 'finding')} at ${counted(report.units, 'unit')} of ${counted(report.industries, 'industry', 'industries')}`;

/** The report for people: a line of numbers, then a line per finding under its industry. */
export function reportLines(title: string, report: CheckReport): string[] {
  const { counts, findings } = report;
  const numbers = CHECK_NAMES.flatMap((name) => {
    const count = counts[name];
    return count === undefined ? [] : [`${CHECK_TITLES[name]} ${count}`];
  });
  const byIndustry = Map.groupBy(findings, ({ industryId }) => industryId);
  return [
    headline(title, report),
    numbers.join(', '),
    ...[...byIndustry].flatMap(([industryId, own]) => [
      industryId,
      ...own.map(
        ({ unitId, unitName, check, text, date }) =>
          `• ${unitName === unitId ? unitId : `${unitName} (${unitId})`}, ${formatRequestDate(date)}: ${CHECK_TITLES[check]}, ${text}`,
      ),
    ]),
  ];
}
