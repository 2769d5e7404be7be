import { BALANCE_STATUSES } from '../../rules/status.ts';
import { z } from '@hono/zod-openapi';
import { NEUTRALITY_RATINGS } from '../../rules/neutrality.ts';
import { CAUSES, CONFIDENCE } from '../../rules/uncertainty.ts';
import { completeness } from '../../../figures/http/schemas/deviceData.ts';
import { unheard } from '../../../platform/http/schemas/document.ts';

const number = z.number().nullable();
const text = z.string();
const unitName = { unitId: text, displayName: text };

const band = z
  .object({
    low: z.number(),
    high: z.number(),
    plusMinus: z.number().openapi({ description: 'Half the width of the band' }),
    confidence: z.literal(CONFIDENCE),
  })
  .nullable()
  .openapi({
    description: '95 % error bar; null when the figure or the width is not known, never 0 wide for want of readings',
  });

const figure = z
  .object({
    value: number.openapi({ description: 'Divided by divisionFactor; null: nothing measured' }),
    siUnit: text
      .nullable()
      .openapi({ description: 'null when the units have none in common; nothing is added up then' }),
    ...completeness,
    band,
  })
  .openapi('BalanceFigure');

const status = z.enum(BALANCE_STATUSES).openapi({
  description:
    'balanced: the band holds zero, so the difference cannot be told from zero by these meters; surplus: more went in than came out; deficit: more came out; unknown: no figure or no band',
});

const part = figure
  .extend({
    displayName: text,
    share: number.openapi({ description: 'Of the total of its side, 4 decimals' }),
    units: z.array(figure.extend(unitName)).readonly(),
  })
  .openapi('BalancePart');
const parts = z.record(text, part).openapi({ description: 'By sub-category id' });

const cause = z.enum(CAUSES).openapi({
  description:
    'accuracy: the meter itself; estimated: readings that were estimated; missing: readings that are missing',
});
const dominant = z
  .object({
    ...unitName,
    cause,
    shareOfVariance: number.openapi({
      description: "The meter's variance / that of the figure; null when it is not known",
    }),
    plusMinusAfterRepair: number.openapi({
      description:
        'Half the width of the band once every reading of the meter is sent and measured, or, where the meter itself is the cause, once it is replaced by one of the best class; null when it cannot be told',
    }),
    gain: number.openapi({ description: 'By how much that is less than now' }),
  })
  .nullable();

export const waterBalanceAnswer = z
  .object({
    period: z.object({
      startDate: text.openapi({ example: '01/01/2026' }),
      endDate: text.openapi({ example: '31/01/2026' }),
    }),
    waterBalance: z.object({
      totalInflow: number.openapi({ description: 'ID_SOURCE, as deviceDataV2 shows it' }),
      totalOutflow: number.openapi({ description: 'ID_CONSUMPTION' }),
      balance: number.openapi({ description: 'totalInflow - totalOutflow' }),
      balancePercentage: number.openapi({ description: 'Of totalInflow, 2 decimals' }),
      status,
    }),
    figures: z.object({
      inflow: figure,
      outflow: figure,
      balance: figure,
      stockChange: figure.openapi({
        description: 'ID_RAW_WATER_STOCK: level at the end less level before the period; null where there is no tank',
      }),
      recycledStockChange: figure.openapi({ description: 'The same of ID_RECYCLED_WATER_STOCK; in no other figure' }),
      unaccounted: figure.extend({ status }).openapi({ description: 'balance - stockChange' }),
    }),
    sources: parts,
    uses: parts,
    sustainability: z.object({
      waterNeutralityIndex: number.openapi({
        description:
          '(recycled + rain water) / fresh water of ID_SOURCE, by meta.waterSource of its units; null when no unit says where its water is from',
      }),
      rating: z.enum(NEUTRALITY_RATINGS),
      freshWithdrawal: number,
      recycled: number,
      rainWater: number,
    }),
    iwa: z
      .object({
        systemInputVolume: figure.openapi({ description: 'Inflow less what the tanks kept' }),
        authorisedConsumption: figure.openapi({ description: 'Outflow' }),
        waterLosses: figure.openapi({ description: 'System input volume - authorised consumption' }),
        waterLossesPercent: number.openapi({ description: 'Of the system input volume, 2 decimals' }),
      })
      .openapi({ description: 'In the standard terms of the International Water Association' }),
    unheard: z
      .array(unheard.extend({ ...unitName, siUnit: text, side: z.enum(['sources', 'uses']) }))
      .readonly()
      .openapi({
        description:
          'What passed units of the balance between two registers, mostly while nothing was sent: it is in no figure here',
      }),
    uncertainty: z.object({
      confidence: z.literal(CONFIDENCE),
      method: text,
      dominantMeter: dominant.openapi({
        description: 'The meter that makes the balance most uncertain; null where none does',
      }),
      dominantMeterOfUnaccounted: dominant,
      unknown: z
        .array(z.object({ ...unitName, cause }))
        .readonly()
        .openapi({ description: 'Units that make a band unknown' }),
      meters: z
        .array(z.object({ ...unitName, accuracyPercent: number, of: z.enum(['quantity', 'capacity']), source: text }))
        .readonly()
        .openapi({ description: 'How exact each meter is taken to be' }),
    }),
  })
  .openapi('WaterBalance');
