import type { Industry } from '../../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { keepFindings, listFindings, storeInsight } from '../../../../src/findings/store/insights.ts';
import type { TestContext } from '../../../support/database.ts';

/** A leak of a unit of the works, as it would have been found, and the record of its day. */
export async function foundLeak(
  { database, clock }: TestContext,
  { industryKey, units }: Industry,
  unitId: string,
  figure: (documented: number) => number,
): Promise<string> {
  const [first, last] = [businessDate('2026-01-14'), businessDate('2026-01-15')];
  const at = new Date(clock.now());
  const finding = {
    findingKey: null,
    unitKey: units.get(unitId)?.unitKey ?? null,
    kind: 'leak' as const,
    firstDay: first,
    raisedOn: last,
    lastDay: last,
    isOpen: true,
    severity: 'high' as const,
    sentence: '4.8 KL a day flows on beyond the usual, 25 % of the usual use',
    siUnit: 'KL',
    kilowattHours: null,
    kilowattHoursPerDay: null,
    litres: figure(9600),
    litresPerDay: figure(4800),
    money: null,
    currency: null,
    confidence: 0.82,
    evidence: { method: 'quiet-hours', excessPerHour: figure(200), quantityPerDay: figure(4800), shareOfUse: 0.25 },
  };
  await keepFindings(database, industryKey, [finding], at);
  const day = { date: last, totalConsumption: figure(19.2), onlineUnits: 5, offlineUnits: 0 };
  await storeInsight(database, industryKey, day, at);
  const [stored] = await listFindings(database, { industryKey, from: first, to: last, withSettled: true, today: last });
  if (stored === undefined) throw new Error('The finding was not stored.');
  return stored.findingId;
}
