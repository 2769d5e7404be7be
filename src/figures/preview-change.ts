import type { DataContext } from '../context.ts';
import type { Figure } from '../kernel/document/types.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import { addDays } from '../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import type { Querier } from '../platform/database/database.ts';
import { type Decision, type ReadingPatch, tryReadingChange } from '../readings/edits/reading-edits.ts';
import type { EditedReading } from '../readings/store/reading-edits.ts';
import { computeDays } from './compute-days.ts';
import { createVirtualPlanner } from './virtual-plan.ts';

/** A unit's figure in the document of a day, and the water beside it, in thousandths of the unit's siUnit. */
interface Told {
  /** null: no data. */
  readonly figure: Figure;
  /** Amount that passed and is in no hour; 0: nothing. */
  readonly unheard: number;
}

/** A day of a unit of which a changed reading makes something else be told. */
interface ChangedDay {
  readonly unitId: string;
  readonly date: BusinessDate;
  readonly before: Told;
  readonly after: Told;
}

interface ChangePreview {
  readonly before: EditedReading | null;
  /** null: it is removed. */
  readonly after: EditedReading | null;
  readonly days: readonly ChangedDay[];
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
 * Previews a change of one reading: the figures of the reading's day and of the next one, for the unit and for all
 * units that are computed from it. The change is made, the days are computed as always, and the transaction is taken
 * back.
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
      // Readings may arrive until the change holds the industry, because devices should not wait for both looks.
      const before = await toldDays(db, wanted);
      const change = await tryReadingChange(db, decision, { createdOnEpochMs, patch, now });
      const after = await toldDays(db, wanted);
      const days = [...after]
        .map(([key, { told, ...day }]) => ({ ...day, before: before.get(key)?.told ?? NOTHING_TOLD, after: told }))
        .filter((day) => JSON.stringify(day.before) !== JSON.stringify(day.after));
      throw new TakenBack({ ...change, days });
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

const NOTHING_TOLD: Told = { figure: null, unheard: 0 };

/** Figures of the documents of the days, by day and unit in their order. */
async function toldDays(db: Querier, wanted: Wanted) {
  const found = new Map<string, { unitId: string; date: BusinessDate; told: Told }>();
  for await (const { date, documents } of computeDays(db, { ...wanted, materialisedBefore: null, figuresOnly: true }))
    for (const [unitId, { value, meta }] of documents)
      found.set(`${date} ${unitId}`, { unitId, date, told: { figure: value, unheard: meta.unheard?.value ?? 0 } });
  return found;
}
