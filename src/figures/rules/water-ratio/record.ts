import type { BusinessDate } from '../../../kernel/time/types.ts';
import type { WaterRatioFields } from './fields.ts';

/** One record (specification, Water-ratio record); unique per industry, date and time. */
export interface WaterRatioRecord {
  readonly date: BusinessDate;
  /** HH:MM:SS */
  readonly time: string;
  readonly fields: WaterRatioFields;
}

/** The first day of a month and the means of the numeric fields over its records. */
export interface WaterRatioMonth {
  readonly month: BusinessDate;
  readonly recordCount: number;
  readonly means: Readonly<Record<string, number>>;
}
