import type { Operation } from '../../../../src/platform/openapi/document.ts';
import { bearer } from '../../../service/support/app-fixture.ts';
import type { DocumentedRequest } from './documented-request.ts';
import type { DocumentedWorks } from './documented-works.ts';

/*
 * A client that knows the documents alone: their requests, with the values of the examples exchanged for what they are
 * on a database, and with the credential that the operation's security asks for.
 */

/** Values of the examples, and what each is here. */
export type Names = ReadonlyMap<unknown, string | number>;

/** What examples say of the works and its user. */
export const SHOWN = {
  email: 'asha.rao@works.example',
  username: 'asha.rao',
  phoneNo: '+919876543210',
  industryId: 'WORKS',
  password: 'Correct-horse-1',
  newPassword: 'Correct-horse-2',
  refreshToken: 'refresh-token',
  resetToken: 'token-of-the-link',
  identityToken: 'identity-token',
  otp: '482913',
  sessionId: '7b0f6a4e-52c1-4d0e-9d8e-3f6f1f0a2c11',
  cases: [101, 102, 103],
  ruleIds: ['3f2b8c1e-6a52-4b0f-9c1d-2f4f6f0b7a11', '3f2b8c1e-6a52-4b0f-9c1d-2f4f6f0b7a12'],
  reportIds: ['0b6a9c1e-6f0e-4a57-9c86-0f171e237256', '0b6a9c1e-6f0e-4a57-9c86-0f171e237257'],
  alertId: '8d1c7e52-0b34-4f6a-a7d9-5c2e9b8f4a31',
  alertIds: ['6c1f6a4e-52c1-4d0e-9d8e-3f6f1f0a2c21', '6c1f6a4e-52c1-4d0e-9d8e-3f6f1f0a2c22'],
  logId: '0b9c7c52-3c3c-4c59-9a1c-0f6d8f0f3a11',
  reportJobId: '0d9a6a4e-52c1-4d0e-9d8e-3f6f1f0a2c31',
  subscriptionIds: ['7c1d9a52-3e0b-4a6f-8f21-0b9d4e6c5a71', '7c1d9a52-3e0b-4a6f-8f21-0b9d4e6c5a72'],
  annotationIds: ['6e2f4b80-1c3d-4a5e-8f60-7b8c9d0e1f21', '6e2f4b80-1c3d-4a5e-8f60-7b8c9d0e1f22'],
  sourceIds: ['5d0c7a31-9b2e-4f48-8a67-2c1e0d9f8b31', '5d0c7a31-9b2e-4f48-8a67-2c1e0d9f8b32'],
  browserIds: ['9a1d6c40-2e5f-4b7a-8c31-4d5e6f708191', '9a1d6c40-2e5f-4b7a-8c31-4d5e6f708192'],
  editId: '5f0c9a6e-4b1d-4c58-9f53-3f6f1d2a7b10',
  keyIds: ['3f2b8c1e6a524b0f', '3f2b8c1e6a524b10', '3f2b8c1e6a524b11', '3f2b8c1e6a524b12', '3f2b8c1e6a524b13'],
  meterIds: [
    '4a7c2f10-9b3d-4e61-8c55-1f0e2d3c4b11',
    '4a7c2f10-9b3d-4e61-8c55-1f0e2d3c4b12',
    '4a7c2f10-9b3d-4e61-8c55-1f0e2d3c4b13',
  ],
  findingId: '3f0a6a4e-52c1-4d0e-9d8e-3f6f1f0a2c41',
  notificationIds: ['5b0f6a4e-52c1-4d0e-9d8e-3f6f1f0a2c12', '5b0f6a4e-52c1-4d0e-9d8e-3f6f1f0a2c13'],
} as const;

export const namesOf = ({
  user,
  industry,
  phoneNo,
  alertIds,
  notificationIds,
  ruleIds,
  alertId,
  meterIds,
  reportJobId,
  subscriptionIds,
  annotationIds,
  sourceIds,
  browserIds,
  keyIds,
  editId,
  findingId,
}: DocumentedWorks): readonly (readonly [shown: string, here: string])[] => [
  [SHOWN.email, user.email],
  [SHOWN.username, user.username],
  [SHOWN.industryId, industry.industryId],
  [SHOWN.phoneNo, phoneNo],
  ...ruleIds.map((here, index) => [SHOWN.ruleIds[index] ?? here, here] as const),
  [SHOWN.alertId, alertId],
  [SHOWN.reportJobId, reportJobId],
  ...subscriptionIds.map((here, index) => [SHOWN.subscriptionIds[index] ?? here, here] as const),
  ...annotationIds.map((here, index) => [SHOWN.annotationIds[index] ?? here, here] as const),
  ...sourceIds.map((here, index) => [SHOWN.sourceIds[index] ?? here, here] as const),
  ...browserIds.map((here, index) => [SHOWN.browserIds[index] ?? here, here] as const),
  [SHOWN.editId, editId],
  ...keyIds.map((here, index) => [SHOWN.keyIds[index] ?? here, here] as const),
  ...meterIds.map((here, index) => [SHOWN.meterIds[index] ?? here, here] as const),
  [SHOWN.findingId, findingId],
  ...alertIds.map((here, index) => [SHOWN.alertIds[index] ?? here, here] as const),
  ...notificationIds.map((here, index) => [SHOWN.notificationIds[index] ?? here, here] as const),
];

/** The same JSON with every named value exchanged. */
function exchanged(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => exchanged(item, names));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, exchanged(item, names)]));
  return names.get(value) ?? value;
}

export function named({ path, init }: DocumentedRequest, names: Names): DocumentedRequest {
  const text = (value: string): string => String(names.get(value) ?? value);
  const pairs = (query: string): string =>
    new URLSearchParams(
      [...new URLSearchParams(query)].map(([name, value]): [string, string] => [name, text(value)]),
    ).toString();
  const [address = '', query] = path.split('?');
  const here = address
    .split('/')
    .map((segment) => encodeURIComponent(text(decodeURIComponent(segment))))
    .join('/');
  const { body, headers: given, method } = init;
  const type = given['content-type'] ?? '';
  const bodyHere = (sent: string): string => {
    if (type === 'application/json') return JSON.stringify(exchanged(JSON.parse(sent), names));
    // Files and lines name nobody.
    return /^(?:multipart|text)\//.test(type) ? sent : pairs(sent);
  };
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, text(value)]));
  return {
    path: query === undefined ? here : `${here}?${pairs(query)}`,
    init: {
      method,
      headers,
      ...(body === undefined ? {} : { body: bodyHere(body) }),
    },
  };
}

/** What a client holds that may be asked of it, by the name of the security scheme. */
export interface Credentials {
  readonly token?: string;
  readonly refreshToken?: string;
  readonly identityProviderToken?: string;
}

/** The header of the first way in that the operation names; none where it names none. */
export function credentialFor({ security }: Operation, held: Credentials): Record<string, string> {
  const [scheme] = Object.keys(security[0] ?? {});
  const token =
    scheme === 'token' || scheme === 'refreshToken' || scheme === 'identityProviderToken' ? held[scheme] : undefined;
  return token === undefined ? {} : bearer(token);
}
