import { SEVERITY_NAMES } from '../../../kernel/severity.ts';
import { instantText } from '../../../kernel/format/date-text.ts';
import { durationCell, instantCell, missingCell, plainColumn, quantityCell, textCell } from '../cells.ts';
import { worstFirst } from '../../../alerts/rules/weight.ts';
import type { Attention, Cell, Row, TableSection } from '../document.ts';
import type { ReportIncident, ReportInput } from '../input.ts';

export const inOrder = (incidents: readonly ReportIncident[]): readonly ReportIncident[] =>
  worstFirst(incidents, ({ fromEpochMs }) => fromEpochMs);

export const isOpen = ({ state }: ReportIncident): boolean => state === 'open';

export const placeOf = ({ unitId, place }: ReportIncident): string => place ?? unitId ?? 'The whole site';

const MINUTE_MS = 60_000;

/** Duration of an incident in minutes; that of an open one until now. */
export const minutesOf = ({ nowEpochMs }: Pick<ReportInput, 'nowEpochMs'>, incident: ReportIncident): number =>
  Math.max(0, (incident.toEpochMs ?? nowEpochMs) - incident.fromEpochMs) / MINUTE_MS;

const amountCell = (amount: ReportIncident['amount']): Cell =>
  amount === null ? missingCell() : quantityCell({ ...amount, basis: null });

/** Open incidents for the first page. */
export function openAttention(input: ReportInput, incidents: readonly ReportIncident[]): readonly Attention[] {
  return inOrder(incidents.filter(isOpen)).map((incident) => ({
    severity: incident.severity,
    place: placeOf(incident),
    since: instantText(incident.fromEpochMs, input.industry.clock.timezone),
    fact: incident.fact,
    amount: incident.amount === null ? null : amountCell(incident.amount),
    look: incident.isAcknowledged ? 'Acknowledged' : 'Nobody has acknowledged it yet',
  }));
}

/** Open incidents of the report's units. */
export function openOfUnits(input: ReportInput): readonly Attention[] {
  const unitIds = new Set(input.units.map(({ unitId }) => unitId));
  const ofUnits = (input.incidents ?? []).filter(({ unitId }) => unitId !== null && unitIds.has(unitId));
  return openAttention(input, ofUnits);
}

const STATES: Readonly<Record<ReportIncident['state'], string>> = {
  open: 'Open',
  recovered: 'Back to normal',
  resolved: 'Resolved by hand',
  expired: 'Ended after 24 h',
  withdrawn: 'Withdrawn, because the data were corrected',
};

export function incidentsTable(input: ReportInput, incidents: readonly ReportIncident[], title: string): TableSection {
  return {
    kind: 'table',
    id: 'incidents',
    title,
    columns: [
      plainColumn('severity', 'Severity', 'text'),
      plainColumn('place', 'Place', 'text'),
      plainColumn('since', 'Since', 'instant'),
      plainColumn('lasted', 'Lasted', 'duration'),
      plainColumn('state', 'State', 'text'),
      plainColumn('what', 'What', 'text'),
      plainColumn('amount', 'Amount', 'quantity'),
      plainColumn('limit', 'Limit', 'quantity'),
    ],
    rows: inOrder(incidents).map((incident): Row => ({
      role: 'row',
      severity: incident.severity,
      cells: [
        textCell(SEVERITY_NAMES[incident.severity].en),
        textCell(placeOf(incident)),
        instantCell(incident.fromEpochMs),
        durationCell(minutesOf(input, incident)),
        // The state stands apart from the limit, because both would be read together otherwise.
        textCell(STATES[incident.state]),
        textCell(incident.fact),
        amountCell(incident.amount),
        amountCell(incident.limit),
      ],
    })),
    note: null,
  };
}
