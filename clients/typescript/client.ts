/** An endpoint, as the generated files list it. */
interface Route {
  readonly method: string;
  readonly path: string;
  /** Parameters that are headers. */
  readonly headers: readonly string[];
  readonly isJson: boolean;
}
interface Shape {
  readonly parameters: object;
  readonly body: unknown;
  readonly answer: unknown;
}

/** An answer that is no success. `status` is that of HTTP, `body` the text of the answer. */
export class RefusedCall extends Error {
  readonly status: number;
  readonly body: string;
  constructor(status: number, body: string) {
    super(`${status}: ${body}`);
    this.status = status;
    this.body = body;
  }
}

/**
 * Calls of one surface by name: `call('getDeviceDataV2', { parameters: { date1: '15/01/2026' } })`.
 * @param headers are sent with every call, such as `Authorization: Bearer ..`
 */
export function clientOf<Calls>(
  routes: { readonly [Name in keyof Calls]: Route },
  url: string,
  headers: Readonly<Record<string, string>> = {},
) {
  return async <Name extends keyof Calls & string>(
    name: Name,
    { parameters, body, headers: more }: Given<Calls[Name]> = {} as Given<Calls[Name]>, // none are needed, then
  ): Promise<Calls[Name] extends Shape ? Calls[Name]['answer'] : never> => {
    const route = routes[name];
    const values = new Map(Object.entries(parameters ?? {}).filter(([, value]) => value !== undefined));
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, part: string) => {
      const value = encodeURIComponent(String(values.get(part)));
      values.delete(part);
      return value;
    });
    const sent: Record<string, string> = { ...headers, ...more };
    for (const header of route.headers) {
      if (values.has(header)) sent[header] = String(values.get(header));
      values.delete(header);
    }
    const query = new URLSearchParams();
    for (const [key, value] of values) for (const one of [value].flat()) query.append(key, String(one));
    const isText = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
    if (!isText) sent['Content-Type'] ??= 'application/json';
    const response = await fetch(`${url}${path}${query.size === 0 ? '' : `?${query}`}`, {
      method: route.method,
      headers: sent,
      // null is no body.
      body: body === undefined ? null : isText ? (body as string | Uint8Array<ArrayBuffer>) : JSON.stringify(body),
    });
    if (!response.ok) throw new RefusedCall(response.status, await response.text());
    return (route.isJson ? await response.json() : response) as never; // as the document says
  };
}

/** What a call is given: parameters and a body where it takes them, and headers of its own. */
type Given<Call> = Call extends Shape
  ? (Record<never, never> extends Call['parameters']
      ? { parameters?: Call['parameters'] }
      : { parameters: Call['parameters'] })
      & (undefined extends Call['body'] ? { body?: Call['body'] } : { body: Call['body'] }) & {
        headers?: Readonly<Record<string, string>>;
      }
  : never;
