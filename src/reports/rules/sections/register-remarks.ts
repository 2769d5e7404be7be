import { firstNames } from '../../../kernel/first-names.ts';
import { instantText } from '../../../kernel/format/date-text.ts';
import { metersInstalled } from '../../../kernel/measure/meter.ts';
import { minus, plus } from '../../../kernel/measure/exact.ts';
import { dayWindow } from '../../../kernel/time/business-clock.ts';
import type { ReportInput } from '../input.ts';
import type { ReportMeter } from '../meters.ts';

/** When the meter was replaced in the period; null: it was not. */
function replacedAt({ industry, period }: ReportInput, { span: { unit } }: ReportMeter): number | null {
  if (period === null) return null;
  const [first, last] = [dayWindow(industry.clock, period.days.from), dayWindow(industry.clock, period.days.to)];
  return metersInstalled(unit, first.startEpochMs, last.endEpochMs).at(-1)?.installedAtEpochMs ?? null;
}

/** Whether closing less opening register is the volume, or the volume and what passed unheard. */
function givesVolume({ span: { figures } }: ReportMeter): boolean {
  const { ir = null, fr = null, unheard } = figures?.meta ?? {};
  const value = figures?.value ?? null;
  if (ir === null || fr === null || typeof value !== 'number') return true;
  return minus(fr, ir) === plus(value, unheard?.value ?? 0);
}

/** What stands beside registers that do not give the printed volume, because they are of two meters. */
export function registerRemarks(input: ReportInput, meters: readonly ReportMeter[]): readonly string[] {
  const replaced = meters.flatMap((meter) => {
    const at = givesVolume(meter) ? null : replacedAt(input, meter);
    return at === null ? [] : [`${meter.shown.unitName} (${instantText(at, input.industry.clock.timezone)})`];
  });
  return replaced.length === 0
    ? []
    : [`Meter replaced, so the registers do not give the volume: ${firstNames(replaced)}.`];
}
