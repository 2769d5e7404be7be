import { z } from '@hono/zod-openapi';
import { FINDING_ACTS } from '../../rules/acts.ts';
import { KIND_WORDS } from '../../rules/kind-words.ts';
import { FATES } from '../../rules/reconcile.ts';
import { SEVERITIES } from '../../../kernel/severity.ts';
import { FINDING_KINDS, KINDS } from '../../rules/kinds.ts';
import { LIMIT_SCOPES } from '../../rules/limits-in-force.ts';
import { handledFields, personName } from '../../../platform/http/schemas/assignee.ts';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import { identity } from '../../../platform/http/schemas/parameters.ts';
import type { readFinding, ShownFinding } from '../../insights/read-findings.ts';

const number = z.number().nullable();
const day = (description: string) => z.string().openapi({ description: `DD/MM/YYYY, ${description}` });

export const findingObject = z
  .object({
    id: z.string(),
    rank: z.number().int().openapi({ description: '1: look at it first' }),
    kind: z.enum(FINDING_KINDS),
    title: z.string().openapi({ description: 'Name of the kind' }),
    severity: z.enum(SEVERITIES),
    says: z.string().openapi({
      description: 'The finding in a sentence with its figures, the same in every page, report and mail',
    }),
    unitId: z.string().nullable().openapi({ description: 'null: the industry as a whole' }),
    unitName: z.string().nullable(),
    swappedWith: z.string().nullable().openapi({
      description: 'Id of the unit whose readings seem to be exchanged with those of this one; null: none',
    }),
    swappedWithName: z.string().nullable(),
    firstDay: day('the first day on which it shows'),
    raisedOn: day('the day that made it certain enough'),
    lastDay: day('the last day on which it shows'),
    isOpen: z.boolean().openapi({ description: 'It still shows on the newest day that has ended' }),
    litres: number.openapi({ description: 'Estimate over these days; null: nobody can say' }),
    litresPerDay: number,
    kilowattHours: number.openapi({ description: 'Energy over these days; null: the finding is not about energy' }),
    kilowattHoursPerDay: number,
    money: number.openapi({ description: 'By meta.tariff of the industry; null without one' }),
    currency: z.string().nullable(),
    confidence: z.number().openapi({ description: '0 to 1' }),
    siUnit: z.string().openapi({ description: 'Of the amounts in evidence' }),
    evidence: z.record(z.string(), z.unknown()).openapi({
      description: 'The figures it rests on. Amounts are thousandths of siUnit, as raw figures are',
    }),
    explain: z.string().nullable().openapi({ description: 'How the figure of its last day came about' }),
    fate: z.enum(FATES).nullable().openapi({ description: 'What a person said, or healed: the data show it no more' }),
    fateAt: z.string().nullable(),
    fateBy: z.string().nullable().openapi({ description: 'userId' }),
    fateByName: personName(),
    fateReason: z.string().nullable(),
    acknowledgedAt: z.string().nullable(),
    ...handledFields,
    mutedUntil: z.string().nullable().openapi({
      description: 'DD/MM/YYYY, the first day on which the kind is told again of this unit, 31/12/9999 for never',
    }),
  })
  .openapi('Finding');

export const precisionObject = z
  .object({
    kind: z.enum(FINDING_KINDS),
    confirmed: z.number().int(),
    rejected: z.number().int(),
    healed: z.number().int(),
    unjudged: z.number().int(),
    precision: number.openapi({ description: 'confirmed / (confirmed + rejected); null: nobody has said anything' }),
  })
  .openapi('FindingPrecision');

export const findingOf = (finding: ShownFinding): z.infer<typeof findingObject> => ({
  id: finding.findingId,
  rank: finding.rank,
  kind: finding.kind,
  title: finding.title,
  severity: finding.severity,
  says: finding.sentence,
  unitId: finding.unitId,
  unitName: finding.unitName,
  swappedWith: finding.swappedWith,
  swappedWithName: finding.swappedWithName,
  firstDay: formatRequestDate(finding.firstDay),
  raisedOn: formatRequestDate(finding.raisedOn),
  lastDay: formatRequestDate(finding.lastDay),
  isOpen: finding.isOpen,
  litres: finding.litres,
  litresPerDay: finding.litresPerDay,
  kilowattHours: finding.kilowattHours,
  kilowattHoursPerDay: finding.kilowattHoursPerDay,
  money: finding.money,
  currency: finding.currency,
  confidence: finding.confidence,
  siUnit: finding.siUnit,
  evidence: { ...finding.evidence },
  explain: finding.explain,
  fate: finding.fate,
  fateAt: finding.fateAt?.toISOString() ?? null,
  fateBy: finding.fateBy,
  fateByName: finding.fateByName,
  fateReason: finding.fateReason,
  acknowledgedAt: finding.acknowledgedAt?.toISOString() ?? null,
  acknowledgedBy: finding.acknowledgedBy,
  acknowledgedByName: finding.acknowledgedByName,
  assigneeId: finding.assigneeId,
  assigneeName: finding.assigneeName,
  mutedUntil: finding.mutedUntil === null ? null : formatRequestDate(finding.mutedUntil),
});

export const findingIdPath = z.object({
  findingId: identity().openapi({
    description: 'Id of a finding of the industry, as lists give it',
    example: '3f0a6a4e-52c1-4d0e-9d8e-3f6f1f0a2c41',
  }),
});

const actObject = z
  .object({
    at: z.string().openapi({ format: 'date-time' }),
    userId: z.string(),
    userName: personName(),
    act: z.enum(FINDING_ACTS),
    detail: z.string().nullable().openapi({ description: 'Comment, note or reason; DD/MM/YYYY or never of a mute' }),
    assigneeId: z.string().nullable().openapi({ description: 'userId: who it was handed to, or taken from' }),
    assigneeName: personName(),
  })
  .openapi('FindingAct');

export const findingDetail = z
  .object({
    finding: findingObject,
    meaning: z.string().openapi({ description: 'Of the kind' }),
    acts: z.array(actObject).openapi({ description: 'What people did with it, oldest first' }),
    precision: precisionObject.nullable(),
    limit: z
      .object({
        value: number.openapi({ description: "null: the kind's own rule for the unit, as `meaning` has it" }),
        unit: z.string(),
        meaning: z.string(),
        by: z.enum(LIMIT_SCOPES).openapi({ description: 'The scope that decides' }),
      })
      .nullable()
      .openapi({ description: "The limit in force for the finding's unit; null: the kind has none" }),
    rule: z
      .object({ alertType: z.string(), settings: z.record(z.string(), z.union([z.number(), z.string(), z.null()])) })
      .nullable()
      .openapi({
        description: 'The alert rule that would tell it next time, for POST /api/user/alerts; null: no condition fits',
      }),
  })
  .openapi('FindingDetail');

export const findingDetailOf = ({
  finding,
  acts,
  precision,
  limit,
  rule,
}: Awaited<ReturnType<typeof readFinding>>): z.infer<typeof findingDetail> => {
  const bounds = KINDS[finding.kind].limit;
  return {
    finding: findingOf(finding),
    meaning: KIND_WORDS[finding.kind].meaning.en,
    acts: acts.map(({ at, ...act }) => ({ at: at.toISOString(), ...act })),
    precision,
    limit: limit === null || bounds === null ? null : { ...limit, unit: bounds.unit, meaning: bounds.meaning.en },
    rule: rule === null ? null : { alertType: rule.alertType, settings: { ...rule.settings } },
  };
};
