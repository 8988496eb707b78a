import { prepareDatabase } from '../settings/prepared-database.server.ts'

// Run when packages are installed, so that the first start has less to do.
await prepareDatabase()
