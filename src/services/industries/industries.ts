import type { Industry } from '../../domain/industry/industry.ts';
import { type IndustryFilter, type ListedIndustry, pageOfIndustries } from '../../store/industry-lists.ts';
import type { ListPage } from '../../store/list-page.ts';
import type { IndustryDependencies } from './change.ts';
import { changeCategory, createCategory, removeCategory } from './change-category.ts';
import { changeIndustry, provisionByBundle, setActive } from './change-industry.ts';
import { changeUnit, createUnit, restoreUnit, retireUnit } from './change-unit.ts';
import { type DirectoryUnit, unitsOfIndustry } from './directory.ts';
import { listCategories, listUnits, readCategory, readIndustry, readUnit } from './read.ts';

/** Of a function, what is left when its first argument is given. */
type Bound<F> = F extends (given: never, ...rest: infer R) => infer A ? (...rest: R) => A : never;

/**
 * Industries with their units and categories, for operators. What exists, for an industry's own people. Changes take
 * the road of provisioning, see changeTenant.
 */
export interface IndustriesService {
  list(
    filter: IndustryFilter,
    page: ListPage,
  ): Promise<{ readonly industries: readonly ListedIndustry[]; readonly total: number }>;
  readonly read: Bound<typeof readIndustry>;
  readonly provision: Bound<typeof provisionByBundle>;
  readonly change: Bound<typeof changeIndustry>;
  readonly setActive: Bound<typeof setActive>;
  readonly listUnits: Bound<typeof listUnits>;
  readonly readUnit: Bound<typeof readUnit>;
  readonly createUnit: Bound<typeof createUnit>;
  readonly changeUnit: Bound<typeof changeUnit>;
  readonly retireUnit: Bound<typeof retireUnit>;
  readonly restoreUnit: Bound<typeof restoreUnit>;
  readonly listCategories: Bound<typeof listCategories>;
  readonly readCategory: Bound<typeof readCategory>;
  readonly createCategory: Bound<typeof createCategory>;
  readonly changeCategory: Bound<typeof changeCategory>;
  readonly removeCategory: Bound<typeof removeCategory>;
  /** Units of the caller's own industry. */
  unitsOf(industry: Industry, withRetired: boolean): Promise<readonly DirectoryUnit[]>;
}

export function createIndustries(
  context: IndustryDependencies['context'],
  queue: IndustryDependencies['queue'],
): IndustriesService {
  const dependencies = { context, queue };
  return {
    list: (filter, page) => pageOfIndustries(context.database, filter, page),
    read: (...asked) => readIndustry(context, ...asked),
    provision: (...asked) => provisionByBundle(dependencies, ...asked),
    change: (...asked) => changeIndustry(dependencies, ...asked),
    setActive: (...asked) => setActive(dependencies, ...asked),
    listUnits: (...asked) => listUnits(context, ...asked),
    readUnit: (...asked) => readUnit(context, ...asked),
    createUnit: (...asked) => createUnit(dependencies, ...asked),
    changeUnit: (...asked) => changeUnit(dependencies, ...asked),
    retireUnit: (...asked) => retireUnit(dependencies, ...asked),
    restoreUnit: (...asked) => restoreUnit(dependencies, ...asked),
    listCategories: (...asked) => listCategories(context, ...asked),
    readCategory: (...asked) => readCategory(context, ...asked),
    createCategory: (...asked) => createCategory(dependencies, ...asked),
    changeCategory: (...asked) => changeCategory(dependencies, ...asked),
    removeCategory: (...asked) => removeCategory(dependencies, ...asked),
    unitsOf: (industry, withRetired) => unitsOfIndustry(context, industry, withRetired),
  };
}
