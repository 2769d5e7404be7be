import type { Querier } from '../../platform/database/database.ts';
import { plainArray } from '../../platform/database/array-literal.ts';
import type { Industry, StoredUnit } from '../../kernel/industry/industry.ts';
import { withRetired } from '../../kernel/industry/retired.ts';
import { figureSettings } from '../../kernel/measure/unit.ts';
import { businessDateOf, dayWindow } from '../../kernel/time/business-clock.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';

/**
 * A day of a unit is eventless before the unit, and every unit that it may use, has a first event: a reading, a new
 * meter, the retirement.
 */
interface EventlessDays {
  readonly isEventless: (unit: StoredUnit, date: BusinessDate) => boolean;
  /** Units of one kind have the same figures on an eventless day. */
  readonly kindOf: (unit: StoredUnit) => string;
  /** Eventless days of one key have the same figures, whichever unit and date they are of. */
  readonly keyOf: (unit: StoredUnit, date: BusinessDate) => string;
}

/**
 * The eventless days of an industry's units. A young industry has thousands of them, so one of each key is computed for
 * all. The memory of createFigureProcessor saves the rules of one unit's days; a stand-in also saves the reading.
 */
export async function readEventlessDays(db: Querier, industry: Industry): Promise<EventlessDays> {
  const units = [...withRetired(industry).units.values()];
  const rows = await db.many<{ unitKey: number; firstDate: BusinessDate }>('eventless-days.first_days', {
    unitKeys: plainArray(units.map(({ unitKey }) => unitKey)),
  });
  const firstReadings = new Map(rows.map(({ unitKey, firstDate }) => [unitKey, firstDate]));
  const firstEvents = new Map(
    units.map(({ unitKey, current, retirement }) => [
      unitKey,
      earliest([
        firstReadings.get(unitKey),
        retirement?.lastDate,
        ...(current.meters ?? []).map(({ installedAtEpochMs }) => businessDateOf(industry.clock, installedAtEpochMs)),
      ]),
    ]),
  );
  const firstOfAll = earliest(firstEvents.values());
  const changesOfAll = units.flatMap(changesOf).sort();
  const kinds = new Map<StoredUnit, string>();
  const kindOf = (unit: StoredUnit): string => {
    const kind = kinds.get(unit) ?? (isEverVirtual(unit) ? `unit ${unit.unitKey}` : settingsOf(unit));
    kinds.set(unit, kind);
    return kind;
  };
  const lengths = new Map<BusinessDate, number>();
  const lengthOf = (date: BusinessDate): number => {
    const length = lengths.get(date) ?? dayWindow(industry.clock, date).lengthSeconds;
    lengths.set(date, length);
    return length;
  };
  return {
    isEventless: (unit, date) => {
      const first = isEverVirtual(unit) ? firstOfAll : firstEvents.get(unit.unitKey);
      return first === undefined || date < first;
    },
    kindOf,
    keyOf: (unit, date) => {
      const changes = isEverVirtual(unit) ? changesOfAll : changesOf(unit);
      const settings = changes.findLast((change) => change <= date) ?? '';
      return `${kindOf(unit)} ${settings} ${lengthOf(date)}`;
    },
  };
}

const earliest = (dates: Iterable<BusinessDate | undefined>): BusinessDate | undefined =>
  [...dates].filter((date) => date !== undefined).sort()[0];

/** A virtual unit has the figures of others, so that what happens to any of them may concern it. */
const isEverVirtual = ({ versions }: StoredUnit): boolean => versions.some(({ unit }) => unit.group === 'VIRTUAL');

/** Days from which changed settings decide the unit's figures. The first settings hold from the beginning. */
const changesOf = ({ versions }: StoredUnit): readonly BusinessDate[] =>
  versions.slice(1).map(({ effectiveFrom }) => effectiveFrom);

const settingsOf = ({ versions }: StoredUnit): string =>
  JSON.stringify(
    versions.map(({ effectiveFrom, unit }, index) => {
      const { unitId: _id, ...settings } = figureSettings(unit);
      return [index === 0 ? null : effectiveFrom, settings];
    }),
  );
