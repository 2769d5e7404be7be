import { createDocumentsCache, createFiguresCache } from './document-cache.ts';
import { createExamplesCache, type ReadExamples } from './usual-hours-cache.ts';
import { createHoursCache, type ReadHours } from './hours-cache.ts';
import type { ReadSettled } from './settled-documents.ts';

/** Figures of days that a process keeps in memory. Each part asks the database whether they still hold. */
export interface FigureCaches {
  /** Documents of settled days, without their hours. */
  readonly figures: ReadSettled;
  /** Documents of settled days, with their hours. */
  readonly documents: ReadSettled;
  /** The days that a day is compared with. */
  readonly examples: ReadExamples;
  /** Hours of unsettled days. */
  readonly hours: ReadHours;
}

export const createFigureCaches = (): FigureCaches => ({
  figures: createFiguresCache(),
  documents: createDocumentsCache(),
  examples: createExamplesCache(),
  hours: createHoursCache(),
});
