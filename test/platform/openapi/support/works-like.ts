import { PASSWORD } from '../../../service/support/app-fixture.ts';

/** How works of the same shape differ from the documented ones. */
export interface WorksLike {
  /** Ids of units, sub-categories and categories. */
  readonly id: (documented: string) => string;
  /** What people read: names of the industry, its units and categories. */
  readonly name: (documented: string) => string;
  /** Figures of readings. */
  readonly figure: (documented: number) => number;
  /** Seconds after the hour at which every unit reports. */
  readonly reportsAfterSeconds: number;
  readonly password: string;
  readonly moreUnits?: readonly Record<string, unknown>[];
  /** Of the newer generation, by id. */
  readonly moreCategories?: Record<string, unknown>;
}
const same = <T>(documented: T): T => documented;
export const AS_DOCUMENTED: WorksLike = {
  id: same,
  name: same,
  figure: same,
  reportsAfterSeconds: 300,
  password: PASSWORD,
};

/** Start of 14/01/2026 of the works. */
export const FIRST_HOUR = Date.parse('2026-01-14T00:30:00Z');
