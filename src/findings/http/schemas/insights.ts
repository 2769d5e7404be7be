import { z } from '@hono/zod-openapi';
import { FATES } from '../../rules/reconcile.ts';
import { FINDING_KINDS } from '../../rules/types.ts';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import type { KindPrecision, ShownFinding } from '../../insights/insights.ts';

const number = z.number().nullable();
const day = (description: string) => z.string().openapi({ description: `DD/MM/YYYY, ${description}` });

export const findingObject = z
  .object({
    id: z.string(),
    rank: z.number().int().openapi({ description: '1: look at it first' }),
    kind: z.enum(FINDING_KINDS),
    says: z.string().openapi({ description: 'What the kind means, or of a swapped pair which units were exchanged' }),
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
    money: number.openapi({ description: 'By meta.tariff of the industry; null without one' }),
    currency: z.string().nullable(),
    confidence: z.number().openapi({ description: '0 to 1' }),
    evidence: z.record(z.string(), z.unknown()).openapi({
      description: 'The figures it rests on. Amounts are thousandths of siUnit, as raw figures are',
    }),
    explain: z.string().nullable().openapi({ description: 'How the figure of its last day came about' }),
    fate: z.enum(FATES).nullable().openapi({ description: 'What a person said, or healed: the data show it no more' }),
    fateAt: z.string().nullable(),
    fateBy: z.string().nullable().openapi({ description: 'userId' }),
    fateReason: z.string().nullable(),
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
  says: finding.says,
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
  money: finding.money,
  currency: finding.currency,
  confidence: finding.confidence,
  evidence: { ...finding.evidence },
  explain: finding.explain,
  fate: finding.fate,
  fateAt: finding.fateAt?.toISOString() ?? null,
  fateBy: finding.fateBy,
  fateReason: finding.fateReason,
});

export const precisionRowOf = (row: KindPrecision): z.infer<typeof precisionObject> => ({ ...row });
