import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import type { SectionCounts } from './compare.ts';
import type { ProvisionResult } from './plan.ts';

/** A result in lines for people: changes, the first day whose figures change, and warnings. */
export function provisioningReport(result: ProvisionResult): string[] {
  const head = result.isChanged
    ? [
        `Industry ${result.industryId}: ${result.industry}.`,
        counted('Units', result.units),
        counted('Categories', result.categories),
        counted('Users', result.users),
      ]
    : [`Industry ${result.industryId}: everything is as the bundle says, nothing was changed.`];
  return [
    ...head,
    ...result.staleFrom.map(
      ({ unitId, fromDate }) => `Figures of ${unitId} are restated from ${formatRequestDate(fromDate)}.`,
    ),
    ...result.warnings.map(({ field, problem }) => `Note: ${field} ${problem}.`),
  ];
}

const counted = (name: string, { added, changed, unchanged, removed }: SectionCounts): string =>
  `${name}: ${added} added, ${changed} changed, ${unchanged} unchanged, ${removed} removed.`;
