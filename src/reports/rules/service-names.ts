import { type Translated, translated } from '../../kernel/language.ts';
import type { ReportService } from './terms.ts';

/** The name of each report, and the question that it answers. */
export const REPORT_SERVICE_NAMES: Readonly<Record<ReportService, Translated>> = translated('reportServices');
