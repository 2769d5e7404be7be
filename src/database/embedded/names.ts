/** The one superuser and the one database of the embedded engine. */
export const ownerRole = 'postgres';
export const databaseName = 'postgres';
