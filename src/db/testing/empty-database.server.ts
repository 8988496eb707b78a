import { keptDatabase } from '../kept-database.server.ts'

/** The folder of an embedded database with nothing in it, made where it is missing. */
export async function emptyDatabase(): Promise<string> {
  return await keptDatabase('empty', async () => {})
}
