import type { DataContext } from '../../context.ts';
import { areReadingsGone } from '../../figures/sealed-stretches.ts';
import { readingsOfDay } from '../../figures/store/day-readings.ts';
import { inBatches } from '../../kernel/in-batches.ts';
import { type Industry, type StoredUnit, unitAsOf } from '../../kernel/industry/industry.ts';
import { industryFrom } from '../../kernel/industry/retired.ts';
import { dayWindow } from '../../kernel/time/business-clock.ts';
import type { UnitGroup } from '../../kernel/measure/unit.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { READING_CHECKS } from '../rules/validation/checks.ts';
import { ownSamples } from '../rules/validation/quantity.ts';
import type { UnitFinding } from '../rules/validation/report-lines.ts';
import {
  CHECK_NAMES,
  type CheckedDay,
  type CheckName,
  FINDING_OF_CHECK,
  type ReadingCheck,
} from '../rules/validation/types.ts';
import { listFindings } from '../store/insights.ts';

/** Number of units whose readings are in memory at the same time. */
const UNITS_AT_ONCE = 200;

const isOfFindings = (name: CheckName): name is keyof typeof FINDING_OF_CHECK => name in FINDING_OF_CHECK;
const isOfReadings = (name: CheckName): name is ReadingCheck => !isOfFindings(name);

/**
 * Runs checks over an industry's business day, which has begun. Units without a device are left out, those that were
 * retired later are checked up to then.
 * @returns the number of checked units, and the findings in order of the units
 */
export async function checkDay(
  context: DataContext,
  industry: Industry,
  date: BusinessDate,
  asked: readonly CheckName[],
): Promise<{ units: number; findings: UnitFinding[] }> {
  const groupOf = (unit: StoredUnit): UnitGroup => unitAsOf(unit, date).group;
  const units = [...industryFrom(industry, date).units.values()].filter((unit) => groupOf(unit) !== 'VIRTUAL');
  // Readings of a sealed day are not there, which says nothing about the devices.
  const names = (await areReadingsGone(context.database, industry, date)) ? asked.filter(isOfFindings) : asked;
  const checked = units.filter((unit) => names.some((name) => canCheck(name, groupOf(unit))));
  const findings = [
    ...(await checkReadings(context, industry, date, { units: checked, names: names.filter(isOfReadings) })),
    ...(await findingsOfDay(context, industry, date, names.filter(isOfFindings))),
  ];
  const position = new Map(units.map(({ current }, index) => [current.unitId, index]));
  const place = ({ unitId, check }: UnitFinding): number =>
    (position.get(unitId) ?? units.length) * CHECK_NAMES.length + CHECK_NAMES.indexOf(check);
  return { units: checked.length, findings: findings.toSorted((a, b) => place(a) - place(b)) };
}

const METERS: readonly UnitGroup[] = READING_CHECKS.reverseFlow.groups;
const canCheck = (name: CheckName, group: UnitGroup): boolean =>
  (isOfReadings(name) ? READING_CHECKS[name].groups : METERS).includes(group);

/** Findings of the day that answer a check, from the first day on which each shows. */
async function findingsOfDay(
  { database }: DataContext,
  { industryKey, industryId }: Industry,
  date: BusinessDate,
  names: readonly (keyof typeof FINDING_OF_CHECK)[],
): Promise<UnitFinding[]> {
  if (names.length === 0) return [];
  const found = await listFindings(database, { industryKey, from: date, to: date, withSettled: false, today: date });
  return found.flatMap(({ kind, unitId, unitName, sentence, siUnit }): UnitFinding[] => {
    const check = names.find((name) => FINDING_OF_CHECK[name] === kind);
    if (check === undefined || unitId === null) return [];
    const place = { industryId, unitId, unitName: unitName ?? unitId, date, check };
    return [{ ...place, value: null, limit: null, unit: siUnit, atEpochMs: null, text: sentence }];
  });
}

interface ReadingsToCheck {
  readonly units: readonly StoredUnit[];
  readonly names: readonly ReadingCheck[];
}

async function checkReadings(
  { database, clock }: DataContext,
  industry: Industry,
  date: BusinessDate,
  { units, names }: ReadingsToCheck,
): Promise<UnitFinding[]> {
  if (names.length === 0) return [];
  const { startEpochMs, endEpochMs } = dayWindow(industry.clock, date);
  const untilEpochMs = Math.min(clock.now(), endEpochMs);
  const findings: UnitFinding[] = [];
  for (const part of inBatches(units, UNITS_AT_ONCE)) {
    const keys = part.map(({ unitKey }) => unitKey);
    const samples = new Map((await readingsOfDay(database, keys, date)).map(({ unitKey, rows }) => [unitKey, rows]));
    for (const stored of part) {
      const unit = unitAsOf(stored, date);
      const asOfEpochMs = Math.min(untilEpochMs, stored.retirement?.atEpochMs ?? Infinity);
      const day: CheckedDay = {
        unit,
        startEpochMs,
        endEpochMs,
        asOfEpochMs,
        samples: ownSamples(unit, startEpochMs, samples.get(stored.unitKey) ?? []),
      };
      for (const check of names) {
        const { groups, check: judge } = READING_CHECKS[check];
        const finding = groups.includes(unit.group) ? judge(day) : null;
        const { unitId, displayName } = stored.current;
        if (finding !== null)
          findings.push({ industryId: industry.industryId, unitId, unitName: displayName, date, check, ...finding });
      }
    }
  }
  return findings;
}
