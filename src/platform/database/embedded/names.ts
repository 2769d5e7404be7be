/** The one superuser and the one database of the embedded engine. */
export const OWNER_ROLE = 'postgres';
export const DATABASE_NAME = 'postgres';
