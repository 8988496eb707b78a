import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { crashOnce } from './testing/crash-rounds.server.ts'
import { emptyDatabase } from './testing/empty-database.server.ts'
import { makeDataDir } from './testing/embedded-database.server.ts'
import { isTorture, rounds } from '../core/testing/rounds.ts'

it(
  `kill -9 during writes loses nothing that was acknowledged and leaves nothing half done (${rounds.kills} rounds)`,
  { timeout: rounds.kills * 60_000 },
  async () => {
    const dataDir = await makeDataDir('kill-9')
    const startFrom = await emptyDatabase()
    for (let round = 1; round <= rounds.kills; round++) {
      const result = await crashOnce({
        dataDir,
        round,
        writeFor: 50 + Math.random() * (isTorture ? 1_500 : 500),
        startFrom,
      })
      expect(result).toMatchObject({ lost: 0, isTorn: false })
      expect(result.acknowledged).toBeGreaterThan(0)
    }
    await rm(dataDir, { recursive: true, force: true })
  },
)
