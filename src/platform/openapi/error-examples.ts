import { type ErrorDetail, unavailable } from '../../kernel/errors.ts';

interface ErrorExample {
  readonly summary: string;
  readonly value: { status: 'failed'; status_code?: number; message: string; errors?: readonly ErrorDetail[] };
}

const failed = (
  summary: string,
  statusCode: number,
  message: string,
  errors?: readonly ErrorDetail[],
): ErrorExample => ({
  summary,
  value: { status: 'failed', status_code: statusCode, message, ...(errors === undefined ? {} : { errors }) },
});

/** The input of a route, as far as its error examples depend on it. */
export interface Takes {
  /** Name of its first required parameter. */
  readonly required: string | null;
  readonly dateParameter: string | null;
  readonly hasBody: boolean;
  readonly parameters: readonly string[];
  /** Names of the security schemes that open the route. */
  readonly schemes: readonly string[];
  readonly permissions: readonly string[];
}

function unauthorised({ schemes, permissions }: Takes): Record<string, ErrorExample> {
  if (schemes.includes('refreshToken')) return { missing: failed('No refresh token', 401, 'Refresh token is missing') };
  if (schemes.includes('internalSecret'))
    return {
      secret: failed('The shared secret is missing or wrong', 401, "Header 'X-Internal-Secret' is missing or wrong"),
    };
  if (schemes.includes('docsCookie'))
    return { login: failed('No docs login', 401, 'Please log in at /api/admin/auth/docsLogin') };
  if (!schemes.includes('token')) return { credentials: failed('Wrong credentials', 1401, 'Invalid Credentials') };
  return {
    missing: failed('No token', 401, 'Token is missing'),
    ...(permissions.length === 0
      ? {}
      : {
          permission: failed(
            'A permission is missing',
            401,
            `Access denied. Missing required permissions: ${permissions.join(', ')}`,
          ),
        }),
  };
}

const notFound = ({ parameters }: Takes): Record<string, ErrorExample> => ({
  ...(parameters.includes('category')
    ? {
        category: failed('No such category', 1401, "Invalid category, NO_SUCH doesn't exist", [
          { field: 'category', problem: 'is not one of ID_SOURCE, ID_CONSUMPTION' },
        ]),
      }
    : {}),
  ...(parameters.includes('unitId')
    ? {
        unit: failed(
          'Not a unit of your industry',
          404,
          'Invalid unitId NO_SUCH or you do not have permission to access this unit.',
        ),
      }
    : {}),
  ...(parameters.includes('keyId')
    ? {
        key: failed(
          'Not a device key of the industry',
          404,
          'Invalid keyId 00000000000000ff or you do not have permission to access this device key.',
        ),
      }
    : {}),
  ...(parameters.includes('category') || parameters.includes('keyId')
    ? {}
    : { noData: failed('No data', 404, 'No data found') }),
});

function badRequests({ required, dateParameter, hasBody }: Takes): Record<string, ErrorExample> {
  return {
    ...(required === null
      ? {}
      : {
          missing: failed('A required parameter is absent or empty', 1403, `'${required}' missing`, [
            { field: required, problem: 'is required' },
          ]),
        }),
    ...(dateParameter === null
      ? {}
      : {
          wrongValue: failed(
            'A parameter has a value that is not allowed',
            1403,
            `Invalid '${dateParameter}': '2026-01-15' is not a date DD/MM/YYYY`,
            [{ field: dateParameter, problem: "'2026-01-15' is not a date DD/MM/YYYY" }],
          ),
        }),
    ...(hasBody ? { body: failed('The body does not fit', 1430, 'The request body is not valid JSON') } : {}),
    ...(required === null && dateParameter === null && !hasBody
      ? {
          wrongValue: failed(
            'A header has a value that is not allowed',
            1403,
            "Invalid 'targetIndustryId': 'NO_SUCH' is not an industry",
            [{ field: 'targetIndustryId', problem: 'names no industry' }],
          ),
        }
      : {}),
  };
}

const EXAMPLES: Readonly<Record<string, Readonly<Record<string, ErrorExample>>>> = {
  403: {
    forbidden: failed(
      'Another industry was asked for',
      403,
      "'targetIndustryId': only operators may act on another industry",
      [{ field: 'targetIndustryId', problem: 'is not your industry' }],
    ),
  },
  405: {
    injection: failed('An injection pattern', 405, "'unitId' holds a pattern that is not accepted", [
      { field: 'unitId', problem: 'looks like sql injection' },
    ]),
  },
  408: { unfinished: failed('Not arrived in time', 408, 'The request body did not arrive within 30 s') },
  412: {
    replaced: failed(
      'Another version is in force',
      412,
      "The graph was saved by somebody else meanwhile: 'If-Match' asks for version 3, in force is version 4",
      [{ field: 'If-Match', problem: 'asks for version 3, in force is version 4' }],
    ),
    changed: failed(
      'Somebody else has changed it since it was read',
      412,
      'The unit KITCHEN was changed by somebody else meanwhile: flowFactor was changed from 1 to 2 by asha at 2026-01-15T06:00:00.000Z',
      [{ field: 'flowFactor', problem: 'was changed from 1 to 2 by asha at 2026-01-15T06:00:00.000Z' }],
    ),
  },
  413: { tooLarge: failed('Too large', 413, 'The request body is larger than 2097152 bytes') },
  415: {
    type: failed(
      'Content type',
      415,
      "Content-Type 'text/plain' is not accepted here, use application/json, application/x-ndjson or text/csv",
    ),
  },
  420: {
    expired: failed('The token has expired', 420, 'Token has expired'),
    revoked: failed('Logged out', 420, 'Token was revoked by logout'),
  },
  422: { kind: failed('The wrong kind of token', 422, 'An access token was sent where a refresh token is needed') },
  429: {
    tooMany: {
      summary: 'Too many requests',
      value: { status: 'failed', message: 'Too many requests. Please try again later.' },
    },
  },
  440: { session: failed('No session', 440, 'Session is missing or inactive. Please log in again.') },
  500: {
    fault: failed(
      'A fault of the service',
      500,
      'Internal error. Please quote request 5f0c1d9e-7a51-4b0e-8c0a-2f6f3a1d9b44.',
    ),
  },
  503: { busy: failed('Not available', 503, unavailable().message) },
};

/** Bodies of an error answer, by name; null for a status without any. */
export function errorExamples(status: string, takes: Takes): Readonly<Record<string, ErrorExample>> | null {
  switch (status) {
    case '400':
      return badRequests(takes);
    case '401':
      return unauthorised(takes);
    case '404':
      return notFound(takes);
    default:
      return EXAMPLES[status] ?? null;
  }
}
