import { alertTypeOfKind } from '../../findings/rules/rule-of-finding.ts';
import { SEVERITIES, type Severity } from '../../kernel/severity.ts';
import { type Alert, inOrderOfWeight } from '../alerts/parts.ts';
import type { FindingRow } from '../finding/words.ts';

type Incident = Pick<Alert, 'alertType' | 'unitId' | 'severity' | 'threshold' | 'triggeredAt'>;
type Finding = Pick<FindingRow, 'kind' | 'unitId' | 'severity' | 'evidence'>;

/** One thing that needs somebody: an incident, a finding, or both of the same. */
export type AttentionItem<I = Alert, F = FindingRow> =
  { readonly incident: I; readonly finding: F | null } | { readonly incident: null; readonly finding: F };

/** Whether an incident lies on the side of its limit, or is of the parameter, that the finding tells. */
function isOfSameSide({ kind, evidence }: Finding, { operator, parameter }: Incident['threshold']): boolean {
  const isBelow = operator?.startsWith('<') === true;
  if (kind === 'tank-low') return isBelow;
  if (kind === 'tank-full' || kind === 'overflow') return !isBelow;
  if (kind === 'unusual-use') return evidence['verdict'] === 'more';
  if (kind === 'quality-outside') return evidence['parameter'] === parameter;
  return true;
}

/** Whether a finding and an incident of somebody's rule tell of the same thing. */
const isOfSameThing = (finding: Finding, { alertType, unitId, threshold }: Incident): boolean =>
  finding.unitId === unitId && alertTypeOfKind(finding.kind) === alertType && isOfSameSide(finding, threshold);

/** The worse of both. */
export const worseSeverity = ({ incident, finding }: AttentionItem<Incident, Finding>): Severity => {
  const told = [incident, finding].flatMap((one) => (one === null ? [] : [one.severity]));
  return SEVERITIES.find((severity) => told.includes(severity)) ?? 'low';
};

/**
 * Entries of incidents and findings, the worst first. Nothing is told twice: a finding joins the worst incident of the
 * same thing.
 * @param findings the most urgent first
 */
export function attentionItems<I extends Incident, F extends Finding>(
  incidents: readonly I[],
  findings: readonly F[],
): readonly AttentionItem<I, F>[] {
  const alone = new Set(findings);
  const withIncident = inOrderOfWeight(incidents).map((incident): AttentionItem<I, F> => {
    const finding = [...alone].find((one) => isOfSameThing(one, incident)) ?? null;
    if (finding !== null) alone.delete(finding);
    return { incident, finding };
  });
  const all: readonly AttentionItem<I, F>[] = [
    ...withIncident,
    ...[...alone].map((finding) => ({ incident: null, finding })),
  ];
  return all.toSorted((a, b) => SEVERITIES.indexOf(worseSeverity(a)) - SEVERITIES.indexOf(worseSeverity(b)));
}
