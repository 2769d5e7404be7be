import { z } from '@hono/zod-openapi';
import { SEVERITIES } from '../../../kernel/severity.ts';
import { CUSTOM_GROUPINGS, CUSTOM_LIMITS, CUSTOM_ORDERS } from '../../rules/custom-body.ts';
import { CUSTOM_COLUMNS } from '../../rules/custom-columns.ts';
import { LOGO_LIMITS } from '../../rules/logo.ts';

const TEXT = { type: 'string' as const };
const COLUMNS = [...new Set(Object.values(CUSTOM_COLUMNS).flatMap(({ allowed }) => allowed))].toSorted();
const USUAL = Object.entries(CUSTOM_COLUMNS)
  .map(([service, { usual }]) => `${service}: ${usual.join(', ')}`)
  .join('; ');

const THRESHOLD = {
  type: 'object' as const,
  additionalProperties: false,
  properties: {
    unitId: { ...TEXT, description: 'Absent: every unit without a threshold of its own' },
    parameter: { ...TEXT, description: 'Required for custom_quality, and for it alone: the id of the parameter' },
    above: { type: 'number' as const, description: 'What is above it is marked, in the units of the report' },
    below: { type: 'number' as const, description: 'What is below it is marked' },
    severity: { ...TEXT, enum: [...SEVERITIES], default: 'high' },
  },
};

const LOGO = {
  type: 'object' as const,
  required: ['mime', 'base64'],
  additionalProperties: false,
  properties: { mime: { ...TEXT, enum: ['image/png', 'image/jpeg'] }, base64: TEXT },
  description: `PNG or JPEG by its bytes, of at most ${LOGO_LIMITS.bytes} bytes and ${LOGO_LIMITS.pixels} pixels to a side`,
};

/** Layout of a custom report. rules/custom-body.ts checks its parts and reports every mistake at once. */
export const customReportBody = z.record(z.string(), z.unknown()).openapi('CustomReportBody', {
  type: 'object',
  additionalProperties: false,
  properties: {
    title: { ...TEXT, minLength: 1, maxLength: CUSTOM_LIMITS.titleCharacters },
    columns: {
      type: 'array',
      minItems: 1,
      items: { ...TEXT, enum: COLUMNS },
      description: `In the order wanted; each service has its own. Usual ones: ${USUAL}`,
    },
    units: {
      type: 'array',
      minItems: 1,
      maxItems: CUSTOM_LIMITS.units,
      items: TEXT,
      description: 'Ids of units in the order wanted; absent: every unit of the service',
    },
    groupBy: { ...TEXT, enum: [...CUSTOM_GROUPINGS], default: 'subCategory' },
    orderBy: { ...TEXT, enum: [...CUSTOM_ORDERS], default: 'given', description: 'value: most first' },
    thresholds: {
      type: 'array',
      maxItems: CUSTOM_LIMITS.thresholds,
      items: THRESHOLD,
      description: 'One of each unit and parameter',
    },
    breakdown: {
      type: 'boolean',
      default: true,
      description: 'Whether a second table tells every hour or day',
    },
    logo: LOGO,
  },
  example: {
    title: 'Cooling water against its permit',
    columns: ['value', 'limit', 'ofLimit', 'peak', 'coverage'],
    orderBy: 'value',
    thresholds: [{ unitId: 'M1', above: 120, severity: 'critical' }],
  },
});
