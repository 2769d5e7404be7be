import type { Context, DataContext } from '../../context.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { reasonOf } from '../../reason-of.ts';
import type { RuleSubject } from './write-findings.ts';

export type LoggedContext = DataContext & Pick<Context, 'log'>;

/**
 * What is worked out for each subject. A rule that cannot be held against its figures is logged and passed by, because
 * the others of the industry are watched all the same.
 */
export function ofEach<T>(
  { log }: LoggedContext,
  { industryId }: Industry,
  subjects: readonly RuleSubject[],
  work: (subject: RuleSubject) => T,
): { readonly subject: RuleSubject; readonly of: T }[] {
  const failed = new Set<string>();
  return subjects.flatMap((subject) => {
    const { ruleId } = subject.rule;
    if (failed.has(ruleId)) return [];
    try {
      return [{ subject, of: work(subject) }];
    } catch (error) {
      failed.add(ruleId);
      log.error({ industry: industryId, ruleId, error: reasonOf(error) }, 'a rule could not be evaluated');
      return [];
    }
  });
}
