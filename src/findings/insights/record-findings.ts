import { type Industry, unitIdsByKey } from '../../kernel/industry/industry.ts';
import type { Querier } from '../../platform/database/database.ts';
import { findingSentence } from '../rules/finding-sentence.ts';
import { severityOf } from '../rules/kinds.ts';
import { lossEstimateOf, tariffOf } from '../rules/loss-estimate.ts';
import { type Looked, reconcile } from '../rules/reconcile.ts';
import type { Evidence, Found } from '../rules/types.ts';
import {
  endFindings,
  type FindingToWrite,
  healFindings,
  keepFindings,
  type RecordedFinding,
} from '../store/insights.ts';

const EVIDENCE_DIGITS = 6;

const rounded = (value: number | null): number | null =>
  value === null ? null : Number(value.toPrecision(EVIDENCE_DIGITS));

const shownEvidence = (evidence: Evidence): Evidence =>
  Object.fromEntries(
    Object.entries(evidence).map(([name, value]) => [name, typeof value === 'number' ? rounded(value) : value]),
  );

/** A finding as it is recorded: with severity, sentence and loss. */
function describe(industry: Industry, one: Found, findingKey: number | null): FindingToWrite {
  const stored = one.unitId === null ? null : (industry.units.get(one.unitId) ?? null);
  const siUnit = one.siUnit ?? stored?.current.siUnit ?? '';
  const tariff = tariffOf(industry.meta);
  const [all, daily] = [one.quantity, one.quantityPerDay].map((quantity) =>
    lossEstimateOf(one.kind, quantity, { group: stored?.current.group ?? null, siUnit }, tariff),
  );
  const { swappedWith } = one.evidence;
  const other = typeof swappedWith === 'string' ? swappedWith : null;
  const evidence = shownEvidence({ ...one.evidence, quantityPerDay: one.quantityPerDay });
  const told = {
    kind: one.kind,
    unitId: one.unitId,
    unitName: stored?.current.displayName ?? null,
    swappedWith: other,
    swappedWithName: other === null ? null : (industry.units.get(other)?.current.displayName ?? null),
    siUnit,
    evidence,
  };
  return {
    findingKey,
    unitKey: stored?.unitKey ?? null,
    kind: one.kind,
    firstDay: one.firstDay,
    raisedOn: one.raisedOn,
    lastDay: one.lastDay,
    isOpen: one.isOpen,
    severity: severityOf(one.kind, evidence),
    sentence: findingSentence(told, { language: 'en', timezone: industry.clock.timezone }),
    siUnit,
    litres: rounded(all?.litres ?? null),
    litresPerDay: rounded(daily?.litres ?? null),
    kilowattHours: rounded(all?.kilowattHours ?? null),
    kilowattHoursPerDay: rounded(daily?.kilowattHours ?? null),
    money: rounded(all?.money ?? null),
    currency: (all?.money ?? null) === null ? null : tariff.currency,
    confidence: Number(one.confidence.toFixed(2)),
    evidence,
  };
}

interface Judgement {
  readonly recorded: readonly RecordedFinding[];
  readonly found: readonly Found[];
  readonly looked: Looked;
}

/**
 * Records a judgement: new findings, findings seen again, and those that the data show no more. The caller holds
 * holdFindings, and has read `recorded` since.
 */
export async function recordFindings(
  transaction: Querier,
  industry: Industry,
  { recorded, found, looked }: Judgement,
  at: Date,
): Promise<void> {
  const unitIds = unitIdsByKey(industry.units.values());
  const known = recorded.flatMap((finding) => {
    const unitId = finding.unitKey === null ? null : unitIds.get(finding.unitKey);
    return unitId === undefined ? [] : [{ ...finding, unitId }];
  });
  const { fresh, seenAgain, healed, over } = reconcile(known, found, looked);
  // A finding of a unit that is gone ends.
  const gone = recorded.filter(({ unitKey, isOpen }) => isOpen && unitKey !== null && !unitIds.has(unitKey));
  const toWrite = [
    ...fresh.map((one) => describe(industry, one, null)),
    ...seenAgain.map(({ found: one, findingKey }) => describe(industry, one, findingKey)),
  ];
  const { industryKey } = industry;
  await keepFindings(transaction, industryKey, toWrite, at);
  await healFindings(transaction, industryKey, [...healed, ...gone.map(({ findingKey }) => findingKey)], at);
  await endFindings(transaction, industryKey, over, at);
}
