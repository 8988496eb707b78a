import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { crashOnce } from './testing/crash-rounds.server.ts'
import { emptyDatabase } from './empty-database.server.ts'
import { makeDataDir } from './testing/embedded-database.server.ts'

it('kill -9 during writes loses nothing that was acknowledged and leaves nothing half done', { timeout: 240_000 }, async () => {
  const dataDir = await makeDataDir('kill-9')
  const startFrom = await emptyDatabase()
  for (let round = 1; round <= 4; round++) {
    const result = await crashOnce({ dataDir, round, writeFor: 100 + Math.random() * 500, startFrom })
    expect(result).toMatchObject({ lost: 0, isTorn: false })
    expect(result.acknowledged).toBeGreaterThan(0)
  }
  await rm(dataDir, { recursive: true, force: true })
})
