export const docsLoginPath = (surface: 'admin' | 'external'): string => `/api/${surface}/auth/docsLogin`;
