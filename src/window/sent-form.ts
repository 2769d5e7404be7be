import { ServiceError } from '../kernel/errors.ts';
import type { HttpContext } from '../platform/http/environment.ts';
import { requireFewFields } from '../platform/http/middleware/screening.ts';
import { languageOf } from '../platform/http/page-language.ts';
import { textsOf } from './texts.ts';

/**
 * The form that a page has sent.
 * @throws ServiceError 400 in words for what is no form, 1430 for one of more fields than any of ours has.
 */
export async function sentForm(c: HttpContext): Promise<FormData> {
  // The bytes first: what is too large has an answer of its own.
  const body = new Uint8Array(await c.req.arrayBuffer());
  const type = c.req.header('content-type') ?? '';
  requireFewFields(body, type);
  try {
    return await new Response(body, { headers: { 'content-type': type } }).formData();
  } catch (error) {
    if (error instanceof TypeError) throw new ServiceError(400, textsOf(languageOf(c)).frame.noForm);
    throw error;
  }
}
