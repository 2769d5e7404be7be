import { createRoute, z } from '@hono/zod-openapi';
import { DEVICE_VIEWS } from '../../../kernel/measure/offline-thresholds.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { date, narrowingTargetHeader, oneOf } from '../../../platform/http/schemas/parameters.ts';
import { optionalTargetOf } from '../../../platform/http/target.ts';
import { readMissingHours, readSilentDevices } from '../../workspace/workspace.ts';

const silentDevices = z
  .object({
    data: z.array(
      z.object({
        unitId: z.string(),
        unitName: z.string(),
        industryId: z.string(),
        lastSeen: z.string().nullable().openapi({
          description: 'When its last reading was taken, ISO 8601 UTC; null: it never sent any',
        }),
      }),
    ),
    totalDevicesCount: z.number().int().openapi({ description: 'Units that can send, of active industries' }),
    offlineDevicesCount: z.number().int(),
  })
  .openapi('OfflineDevices');

/**
 * GET /api/admin/offlineDevices/offline (specification, Admin: operations). Spec gap: which of the three thresholds
 * counts. The parameter `view` says it, and a date is seen by the day.
 */
export const getOfflineDevices = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/offlineDevices/offline',
    tags: ['workspace'],
    summary: 'Devices that are silent, in all active industries',
    description: 'Of the business day that runs: now. Of an earlier one: as it was at its end. 404: none was silent.',
    request: {
      query: z.object({
        date: date().openapi({ description: 'DD/MM/YYYY, business day', example: '16/01/2026' }),
        view: oneOf(DEVICE_VIEWS, 'day').openapi({
          description: 'How long a device may be silent: hour 15 minutes, day 60 minutes, month 1800 minutes',
        }),
      }),
      headers: narrowingTargetHeader,
    },
    responses: { 200: ok('Silent devices, by industryId', silentDevices), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const query = c.req.valid('query');
      const { devices, total } = await readSilentDevices(context, { ...query, onlyId: optionalTargetOf(c) });
      return c.json(
        {
          data: devices.map(({ industryId, unitId, unitName, lastSeen }) => ({
            unitId,
            unitName,
            industryId,
            lastSeen: lastSeen?.toISOString() ?? null,
          })),
          totalDevicesCount: total,
          offlineDevicesCount: devices.length,
        },
        200,
      );
    },
);

const missingHours = z
  .object({
    status: z.literal('success'),
    data: z.array(
      z.object({
        industryId: z.string(),
        missingHours: z.array(z.number().int()).openapi({
          description: 'Hours since the business day began, 0 the first; on long days up to 24',
          example: [3, 4],
        }),
      }),
    ),
  })
  .openapi('MissingHours');

/**
 * GET /api/admin/offlineDevices/batchProcessingInterpolation (specification, Admin: operations). Spec gap: which hours
 * are missing. Those in which no unit of the industry has a reading, so that nothing could be processed.
 */
export const getMissingHours = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/offlineDevices/batchProcessingInterpolation',
    tags: ['workspace'],
    summary: 'Hours without any reading, per active industry',
    description: 'Of the business day that runs the hours that have ended.',
    request: {
      query: z.object({ date: date().openapi({ description: 'DD/MM/YYYY, business day' }) }),
      headers: narrowingTargetHeader,
    },
    responses: { 200: ok('Every active industry, by industryId', missingHours), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const data = await readMissingHours(context, c.req.valid('query').date, optionalTargetOf(c));
      return c.json({ status: 'success', data } as const, 200);
    },
);
