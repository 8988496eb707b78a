/** The schema's steps, in the order of their names. */
export const migrationsFolder = new URL('../../db/migrations/', import.meta.url)
