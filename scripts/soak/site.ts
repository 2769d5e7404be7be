import type { Context } from '../../src/context.ts';
import { processDays } from '../../src/figures/processing/process.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { addDays, utcDateOf } from '../../src/kernel/time/business-date.ts';
import { loadMeters } from '../bench/bare-load.ts';
import { addBurstRule } from '../bench/burst-rule.ts';
import {
  categoryOfMeters,
  type MeterReading,
  meterReadings,
  provisionMeters,
  SLOT_MILLISECONDS,
  SLOTS_PER_DAY,
} from '../bench/meters.ts';
import { wholeRun } from '../support/whole-run.ts';

export const INDUSTRY_ID = 'SOAK';
const SOURCES = 100;
/** Kilolitres an hour that only a burst passes. */
const LIMIT = 60;
const RECIPIENTS = 20;

interface Site {
  readonly industry: Industry;
  /** The register of a unit at its newest reading. */
  readonly registerOf: (unitKey: number) => number;
}

/** A site with its history, processed up to yesterday, and a rule whose incidents are mailed. */
export async function makeSite(
  context: Context,
  units: number,
  days: number,
  say: (text: string) => void,
): Promise<Site> {
  const industry = await provisionMeters(context, INDUSTRY_ID, units, (unitIds) => ({
    ID_SOURCE: categoryOfMeters('SOAK_IN', unitIds.slice(0, SOURCES)),
    ID_CONSUMPTION: categoryOfMeters('SOAK_OUT', unitIds.slice(SOURCES)),
  }));
  const today = utcDateOf(context.clock.now());
  const first = addDays(today, -days);
  for (let day = 0; day < days; day += 1) {
    const date = addDays(first, day);
    say(`${units} units on ${date}`);
    await loadMeters(context, industry, () => meterReadings(industry, Date.parse(date), SLOTS_PER_DAY));
  }
  await processDays(context, wholeRun(industry, first, addDays(today, -1)));
  const start = Date.parse(today);
  const slots = Math.floor((context.clock.now() - start) / SLOT_MILLISECONDS);
  const ofToday = (): Iterable<MeterReading> => meterReadings(industry, start - SLOT_MILLISECONDS, slots + 1);
  const registers = new Map<number, number>();
  for (const { unitKey, register } of ofToday()) registers.set(unitKey, register);
  await loadMeters(context, industry, ofToday);
  await addBurstRule(context, industry, { limit: LIMIT, recipients: RECIPIENTS, domain: 'soak.example' });
  return { industry, registerOf: (unitKey) => registers.get(unitKey) ?? 0 };
}
