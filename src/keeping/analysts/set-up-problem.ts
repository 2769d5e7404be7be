import type { Querier } from '../../platform/database/database.ts';
import { setUpProblem } from '../../platform/login/rules/analyst-rights.ts';
import { analystRights } from '../store/analysts.ts';

/** Asks the database what a superuser's set-up has left undone for analysts, see {@link setUpProblem}. */
export const analystSetUpProblem = async (db: Querier): Promise<string | null> => setUpProblem(await analystRights(db));
