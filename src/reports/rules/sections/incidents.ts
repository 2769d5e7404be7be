import { SEVERITY_NAMES } from '../../../kernel/severity.ts';
import { instantText } from '../../../kernel/format/date-text.ts';
import { MINUTE_MS } from '../../../kernel/time/durations.ts';
import { durationCell, instantCell, missingCell, plainColumn, quantityCell, textCell } from '../cells.ts';
import { worstFirst } from '../../../alerts/rules/weight.ts';
import type { Attention, Cell, Row, TableSection } from '../document.ts';
import type { ReportIncident, ReportInput } from '../input.ts';
import { type ReportTextKey, type ReportTexts, reportTextsOf } from '../report-texts.ts';

export const inOrder = (incidents: readonly ReportIncident[]): readonly ReportIncident[] =>
  worstFirst(incidents, ({ fromEpochMs }) => fromEpochMs);

export const isOpen = ({ state }: ReportIncident): boolean => state === 'open';

export const placeOf = (t: ReportTexts, { unitId, place }: ReportIncident): string => place ?? unitId ?? t('wholeSite');

/** Duration of an incident in minutes; that of an open one until now. */
export const minutesOf = ({ nowEpochMs }: Pick<ReportInput, 'nowEpochMs'>, incident: ReportIncident): number =>
  Math.max(0, (incident.toEpochMs ?? nowEpochMs) - incident.fromEpochMs) / MINUTE_MS;

const amountCell = (amount: ReportIncident['amount']): Cell =>
  amount === null ? missingCell() : quantityCell({ ...amount, basis: null });

/** Open incidents for the first page. */
export function openAttention(input: ReportInput, incidents: readonly ReportIncident[]): readonly Attention[] {
  const t = reportTextsOf(input);
  return inOrder(incidents.filter(isOpen)).map((incident) => ({
    severity: incident.severity,
    place: placeOf(t, incident),
    since: instantText(incident.fromEpochMs, input.industry.clock.timezone, t.language),
    fact: incident.fact,
    amount: incident.amount === null ? null : amountCell(incident.amount),
    look: t(incident.isAcknowledged ? 'acknowledged' : 'notAcknowledged'),
  }));
}

/** Open incidents of the report's units. */
export function openOfUnits(input: ReportInput): readonly Attention[] {
  const unitIds = new Set(input.units.map(({ unitId }) => unitId));
  const ofUnits = (input.incidents ?? []).filter(({ unitId }) => unitId !== null && unitIds.has(unitId));
  return openAttention(input, ofUnits);
}

const STATES = {
  open: 'stateOpen',
  recovered: 'stateRecovered',
  resolved: 'stateResolved',
  expired: 'stateExpired',
  withdrawn: 'stateWithdrawn',
} as const satisfies Readonly<Record<ReportIncident['state'], ReportTextKey>>;

export function incidentsTable(input: ReportInput, incidents: readonly ReportIncident[], title: string): TableSection {
  const t = reportTextsOf(input);
  return {
    kind: 'table',
    id: 'incidents',
    title,
    columns: [
      plainColumn('severity', t('severity'), 'text'),
      plainColumn('place', t('place'), 'text'),
      plainColumn('since', t('since'), 'instant'),
      plainColumn('lasted', t('lasted'), 'duration'),
      plainColumn('state', t('state'), 'text'),
      plainColumn('what', t('what'), 'text'),
      plainColumn('amount', t('amount'), 'quantity'),
      plainColumn('limit', t('limit'), 'quantity'),
    ],
    rows: inOrder(incidents).map((incident): Row => ({
      role: 'row',
      severity: incident.severity,
      cells: [
        textCell(SEVERITY_NAMES[incident.severity][t.language]),
        textCell(placeOf(t, incident)),
        instantCell(incident.fromEpochMs),
        durationCell(minutesOf(input, incident)),
        // The state stands apart from the limit, because both would be read together otherwise.
        textCell(t(STATES[incident.state])),
        textCell(incident.fact),
        amountCell(incident.amount),
        amountCell(incident.limit),
      ],
    })),
    note: null,
  };
}
