import { createRoute } from '@hono/zod-openapi';
import { type Endpoint, endpoint } from '../../../src/platform/http/endpoint.ts';
import type { RouteDeclaration } from '../../../src/platform/http/route-declaration.ts';

/** Answers what the handler knows of its caller. */
const probe = (path: string): Endpoint =>
  endpoint(createRoute({ method: 'get', path, responses: { 200: { description: '' } } }), () => (c) => {
    const { userId, role, permissions, industryId, homeIndustryId, industry } = c.get('caller');
    return Response.json({
      userId,
      role,
      permissions,
      industryId,
      homeIndustryId,
      industryName: industry.industryName,
      units: [...industry.units.keys()],
    });
  });
const open = endpoint(
  createRoute({ method: 'get', path: '/api/admin/probe/open', responses: { 200: { description: '' } } }),
  () => (c) => c.text('done'),
);

/** A route of every kind of access. */
export const PROBES: readonly RouteDeclaration[] = [
  { ...probe('/api/external/probe'), surface: 'external', access: 'token', permission: null, effect: 'read' },
  {
    ...probe('/api/external/probe/write'),
    surface: 'external',
    access: 'token',
    permission: 'readings:write',
    effect: 'read',
  },
  {
    ...probe('/api/external/probe/both'),
    surface: 'external',
    access: 'token',
    permission: ['readings:write', 'reports:read'],
    effect: 'read',
  },
  { ...probe('/api/admin/probe'), surface: 'admin', access: 'operator', permission: null, effect: 'read' },
  { ...open, surface: 'admin', access: 'open', effect: 'acts' },
];

/** Registers a GET that answers the text. */
export const answering =
  (path: string, text: string): Endpoint['register'] =>
  (registering) => {
    registering.openapi(createRoute({ method: 'get', path, responses: { 200: { description: '' } } }), (c) =>
      c.text(text),
    );
  };

/** A declared GET that answers the text. */
export const textRoute = (path: string, text: string, more: Partial<RouteDeclaration> = {}): RouteDeclaration =>
  ({
    surface: 'user',
    method: 'get',
    path,
    access: 'public',
    effect: 'read',
    register: answering(path, text),
    ...more,
  }) as RouteDeclaration; // each test gives the fields of one kind
