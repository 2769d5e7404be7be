import { createRoute, z } from '@hono/zod-openapi';
import { type Endpoint, endpoint } from '../../../../../src/platform/http/endpoint.ts';
import { ofSurface } from '../../../../../src/platform/http/route-declaration.ts';
import { postLogin } from '../../../../../src/platform/login/http/user/login.ts';
import { postLogout, postRefreshToken } from '../../../../../src/platform/login/http/user/refresh.ts';

/* Endpoints of each kind of body, which answer with what has come through. */

const ANYTHING = { 200: { description: '' } };
const echo = endpoint(
  createRoute({ method: 'get', path: '/api/user/echo/{id}', responses: ANYTHING }),
  () => (c) => c.text('ok'),
);
const jsonBody = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/json',
    request: {
      body: { required: true, content: { 'application/json': { schema: z.record(z.string(), z.unknown()) } } },
    },
    responses: ANYTHING,
  }),
  () => (c) => c.text(JSON.stringify(c.req.valid('json'))),
);
const formBody = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/form',
    request: {
      body: {
        required: true,
        content: { 'multipart/form-data': { schema: z.object({ title: z.string(), file: z.unknown() }) } },
      },
    },
    responses: ANYTHING,
  }),
  () => async (c) => {
    const { title, file } = c.req.valid('form');
    return c.text(`${title} ${file instanceof File ? await file.text() : ''}`);
  },
);
const lengthOf = (path: string): Endpoint =>
  endpoint(
    createRoute({ method: 'post', path, responses: ANYTHING }),
    () => async (c) => c.text(String((await c.req.text()).length)),
  );
export const SCREENED_ROUTES = ofSurface('user', [
  { ...postLogin, access: 'public', effect: 'acts' },
  { ...postRefreshToken, access: 'public', effect: 'acts' },
  { ...postLogout, access: 'token', permission: null, effect: 'acts' },
  { ...lengthOf('/api/user/member'), access: 'token', permission: null, effect: 'acts' },
  { ...lengthOf('/api/user/anyone'), access: 'public', effect: 'acts' },
  { ...echo, access: 'public', effect: 'acts' },
  { ...jsonBody, access: 'public', effect: 'acts', maxBodyBytes: 3_000_000 },
  { ...formBody, access: 'public', effect: 'acts', maxBodyBytes: 1000 },
  { ...lengthOf('/api/user/refused400'), access: 'public', effect: 'acts', maxBodyBytes: 3_000_000, bodyCode: 400 },
  { ...lengthOf('/api/user/stream'), access: 'public', effect: 'acts', body: 'streamed' },
]);
