import type { Surface } from '../http/route-terms.ts';

/** The form that opens the documentation of a surface. */
export const docsLoginPath = (surface: Surface): string => `/api/${surface}/auth/docsLogin`;
