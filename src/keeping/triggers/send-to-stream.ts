import { ServiceError } from '../../kernel/errors.ts';

/** @throws ServiceError 500 when the event stream does not answer (specification, Errors: stream failure). */
export async function sendToStream(send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    throw Object.assign(new ServiceError(500, 'The event stream does not answer at the moment. Please try again.'), {
      cause: error,
    });
  }
}
