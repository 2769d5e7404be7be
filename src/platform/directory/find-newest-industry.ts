import type { DataContext } from '../../context.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { findIndustry } from './store/industries.ts';

/** The newest state of an industry, from memory where the process holds industries; null: there is none of that id. */
export const findNewestIndustry = (
  { database, clock, findHeldIndustry }: DataContext,
  industryId: string,
): Promise<Industry | null> => findHeldIndustry?.(industryId) ?? findIndustry(database, industryId, clock.now());
