import type { DataContext } from '../../context.ts';
import { counted } from '../../kernel/text.ts';
import { listArchives } from '../store/archives.ts';

/**
 * Sentences, one for each place, about readings that a back-up does not hold, because their months are archived there.
 */
export async function archivedElsewhere({ database }: Pick<DataContext, 'database'>): Promise<string[]> {
  const sealed = (await listArchives(database, null)).filter(({ state }) => state === 'sealed');
  return [...Map.groupBy(sealed, ({ location }) => location)].map(([location, months]) => {
    const industries = new Set(months.map(({ industryId }) => industryId)).size;
    const of = `${counted(months.length, 'month')} of ${counted(industries, 'industry', 'industries')}`;
    return `the readings of ${of} are in the archive at ${location} and in no back-up: copy it, too`;
  });
}
