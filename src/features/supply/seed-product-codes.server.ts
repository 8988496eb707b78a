import type { Db } from '../../db/tables.server.ts'

export async function seedProductCodes(_trx: Db): Promise<void> {}
