import type { Context, DataContext } from '../context.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { mapInPieces } from '../kernel/pieces.ts';
import { reasonOf } from '../kernel/reason-of.ts';
import type { RuleSubject } from './write-evaluation.ts';

export type LoggedContext = DataContext & Pick<Context, 'log'>;

/**
 * Results of work for each subject. A rule whose work fails is logged and left out, because the other rules of the
 * industry must still be watched.
 */
export async function isolateFailures<T>(
  { log }: LoggedContext,
  { industryId }: Industry,
  subjects: readonly RuleSubject[],
  work: (subject: RuleSubject) => T,
): Promise<{ readonly subject: RuleSubject; readonly of: T }[]> {
  const failed = new Set<string>();
  const results = await mapInPieces(subjects, (subject) => {
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
  return results.flat();
}
