import type { DataContext } from '../context.ts';
import type { DailyDocument, Figure } from '../kernel/document/types.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import { addDays } from '../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import type { Querier } from '../platform/database/database.ts';
import { type Decision, type ReadingPatch, tryReadingChange } from '../readings/edits/reading-edits.ts';
import type { EditedReading } from '../readings/store/reading-edits.ts';
import { computeDays } from './compute-days.ts';
import { createVirtualPlanner } from './virtual-plan.ts';

/** A day of a unit whose figure a change of a reading changes. */
interface ChangedFigure {
  readonly unitId: string;
  readonly date: BusinessDate;
  /** Figures of the day's document, in thousandths of the unit's siUnit; null: no data. */
  readonly before: Figure;
  readonly after: Figure;
}

interface ChangePreview {
  readonly before: EditedReading | null;
  /** null: it is removed. */
  readonly after: EditedReading | null;
  readonly figures: readonly ChangedFigure[];
}

/** Takes the transaction back, with the preview that was made in it. */
class TakenBack extends Error {
  readonly preview: ChangePreview;
  constructor(preview: ChangePreview) {
    super('A preview writes nothing.');
    this.preview = preview;
  }
}

/**
 * What a change of one reading would do to the figures of its day and the next, of the unit and of all that are
 * computed from it. The change is made, the days are computed as always, and all of it is taken back.
 * @param patch null: the reading would be removed
 * @throws ServiceError 404 for no such unit or reading, 400 for a sealed day, 1430 for a value no reading has
 */
export async function previewChange(
  { database, clock }: DataContext,
  decision: Decision,
  createdOnEpochMs: EpochMillis,
  patch: ReadingPatch | null,
): Promise<ChangePreview> {
  const { industry, unitId } = decision;
  const now = clock.now();
  const day = businessDateOf(industry.clock, createdOnEpochMs);
  // A register's next reading counts what passed since this one, and may lie behind the end of the day.
  const dates = [day, addDays(day, 1)].filter((date) => date <= businessDateOf(industry.clock, now));
  const unitIds = createVirtualPlanner(industry)(day).graph.dependantsOf(new Set([unitId]));
  const wanted = { industry, dates, unitIds: new Set([unitId, ...unitIds]), now };
  try {
    return await database.transaction(async (db): Promise<ChangePreview> => {
      const before = await figuresOf(db, wanted);
      const change = await tryReadingChange(db, decision, { createdOnEpochMs, patch, now });
      const after = await figuresOf(db, wanted);
      const figures = [...after]
        .map(([key, { document, ...figure }]) => ({
          ...figure,
          before: before.get(key)?.document.value ?? null,
          after: document.value,
        }))
        .filter((figure) => JSON.stringify(figure.before) !== JSON.stringify(figure.after));
      throw new TakenBack({ ...change, figures });
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.preview;
    throw error;
  }
}

interface Wanted {
  readonly industry: Industry;
  readonly dates: readonly BusinessDate[];
  readonly unitIds: ReadonlySet<string>;
  readonly now: EpochMillis;
}

/** Documents by day and unit, in their order. */
async function figuresOf(db: Querier, wanted: Wanted) {
  const found = new Map<string, { unitId: string; date: BusinessDate; document: DailyDocument }>();
  for await (const { date, documents } of computeDays(db, { ...wanted, materialisedBefore: null, figuresOnly: true }))
    for (const [unitId, document] of documents) found.set(`${date} ${unitId}`, { unitId, date, document });
  return found;
}
