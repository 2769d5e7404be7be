import { keepDocuments, keepFigures } from './kept-documents.ts';
import { keepExamples, type ReadExamples } from './kept-examples.ts';
import { keepHours, type ReadHours } from './kept-hours.ts';
import type { ReadSettled } from './settled-documents.ts';

/** Figures of days that a process keeps in memory. Each part asks the database whether they still hold. */
export interface KeptInMemory {
  /** Documents of settled days, without their hours. */
  readonly figures: ReadSettled;
  /** Documents of settled days, with their hours. */
  readonly documents: ReadSettled;
  /** The days that a day is compared with. */
  readonly examples: ReadExamples;
  /** Hours of unsettled days. */
  readonly hours: ReadHours;
}

export const keepInMemory = (): KeptInMemory => ({
  figures: keepFigures(),
  documents: keepDocuments(),
  examples: keepExamples(),
  hours: keepHours(),
});
