import type { Querier } from '../database/database.ts';
import type { DaySettled } from '../../kernel/document/day-settled.ts';
import { industryChannel } from './rules/web-event.ts';
import { formatRequestDate } from '../../kernel/time/business-date.ts';
import { industryIdOf } from './store/web-events.ts';
import { publishWebEvent } from './publish.ts';

/** Tells the industry's pages which days have changed figures. */
export async function tellFigures(transaction: Querier, event: DaySettled): Promise<void> {
  if (event.changedUnitKeys.length === 0) return;
  const channel = industryChannel(await industryIdOf(transaction, event.industryKey));
  const payload = { days: event.changedPeriods.daily.map(formatRequestDate), units: event.changedUnitKeys.length };
  await publishWebEvent(transaction, { channel, name: 'figures', payload }, event.settledAt.getTime());
}
