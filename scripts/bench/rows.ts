import { alertStormRow } from './alert-storm.ts';
import { alertsRow } from './alerts.ts';
import { backlogRow } from './backlog.ts';
import { backtestRow } from './backtest.ts';
import { bathymetryRow } from './bathymetry.ts';
import { batchDayRow } from './batch-day.ts';
import { billionRow } from './billion.ts';
import { correctionRow } from './correction.ts';
import { deviceDataRow } from './device-data.ts';
import { ingestRow } from './ingest.ts';
import { insightsRow } from './insights.ts';
import { latestRow } from './latest.ts';
import { lineProtocolRow } from './line-protocol.ts';
import { longBodyRow } from './long-body.ts';
import { mqttRow } from './mqtt.ts';
import { pagesRow } from './pages.ts';
import { reportsRow } from './reports.ts';
import type { BenchRow } from './row.ts';
import { runningDayRow } from './running-day.ts';
import { singleReadingsRow } from './single-readings.ts';
import { steadyRow } from './steady.ts';
import { storageRow } from './storage.ts';
import { streamsRow } from './streams.ts';
import { waterBalanceRow } from './water-balance.ts';
import { yearRow } from './year.ts';
import { yearsRow } from './years.ts';

/** Rows in the order in which they run and are printed. */
const ROWS: readonly BenchRow[] = [
  ingestRow,
  lineProtocolRow,
  longBodyRow,
  singleReadingsRow,
  mqttRow,
  batchDayRow,
  backlogRow,
  yearRow,
  backtestRow,
  deviceDataRow,
  waterBalanceRow,
  pagesRow,
  reportsRow,
  bathymetryRow,
  insightsRow,
  runningDayRow,
  latestRow,
  yearsRow,
  billionRow,
  streamsRow,
  alertsRow,
  alertStormRow,
  storageRow,
  steadyRow,
  correctionRow,
];
export const ROW_NAMES = ROWS.map((row) => row.name);
const EMBEDDED_SHARE = 0.1;

/** @throws Error that names an unknown row. */
export function chosenRows(only: string | undefined): readonly BenchRow[] {
  if (only === undefined) return ROWS;
  return only.split(',').map((name) => {
    const row = ROWS.find((candidate) => candidate.name === name.trim());
    if (row === undefined) throw new Error(`--only ${name}: there is no such row, allowed are ${ROW_NAMES.join(', ')}`);
    return row;
  });
}

/**
 * Share of the full sizes: the one asked for, or a tenth on the embedded engine and all on a server.
 * @throws Error when it is no share.
 */
export function chosenShare(
  { full, share }: { readonly full: boolean; readonly share?: string | undefined },
  isServer: boolean,
): number {
  if (full) return 1;
  if (share === undefined) return isServer ? 1 : EMBEDDED_SHARE;
  const parsed = Number(share);
  if (!(parsed > 0 && parsed <= 1)) throw new Error(`--share is '${share}', allowed is a number above 0 and up to 1`);
  return parsed;
}
