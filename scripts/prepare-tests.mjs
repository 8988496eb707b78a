import { findOrInstallChromium } from '../src/core/testing/chromium.server.ts'
import { ensureStockClient } from '../src/app/testing/stock-client.server.ts'
import { startPostgres } from '../src/db/testing/postgres.server.ts'

// Runs on the project's own Node, after the install. What has to be fetched is fetched here, in sight, and
// not in the middle of a suite; the suites themselves find it again.
try {
  ensureStockClient()
  console.log(`Chromium: ${findOrInstallChromium() ?? 'none'}`)
  const postgres = await startPostgres()
  const kinds = { given: 'TEST_DATABASE_URL', local: 'the server programs of this machine' }
  console.log(`PostgreSQL: ${postgres ? kinds[postgres.kind] : 'none'}`)
  await postgres?.stop()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
