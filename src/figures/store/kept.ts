import { keepDocuments, keepFigures, type KeptDocuments } from './kept-documents.ts';
import { keepExamples, type KeptExamples } from './kept-examples.ts';
import { keepHours, type KeptHours } from './kept-hours.ts';

/** What a process keeps in memory of days. Each part asks the database whether it still holds. */
export interface KeptInMemory {
  /** Documents of settled days, without their hours. */
  readonly figures: KeptDocuments;
  /** Documents of settled days, with their hours. */
  readonly documents: KeptDocuments;
  /** The days that a day is compared with. */
  readonly examples: KeptExamples;
  /** Hours of unsettled days. */
  readonly hours: KeptHours;
}

export const keepInMemory = (): KeptInMemory => ({
  figures: keepFigures(),
  documents: keepDocuments(),
  examples: keepExamples(),
  hours: keepHours(),
});
