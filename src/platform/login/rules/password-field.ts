import { z } from 'zod';

const ALLOWED = '5 to 30 characters without blanks';

/** A chosen password; the message of the schema says what is allowed. */
export const password = z.string({ error: ALLOWED }).regex(/^\S{5,30}$/u, { error: ALLOWED });
