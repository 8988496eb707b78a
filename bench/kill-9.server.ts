import { rm } from 'node:fs/promises'
import { crashOnce, type CrashResult } from '../src/db/testing/crash-rounds.server.ts'
import { emptyDatabase } from '../src/db/empty-database.server.ts'
import { makeDataDir } from '../src/db/testing/embedded-database.server.ts'

// Kills a process that writes into the embedded database, again and again, and counts what was lost of what the
// database had acknowledged.   node bench/kill-9.server.ts [rounds, 30 by default]

const rounds = Number(process.argv[2] ?? 30)
if (!Number.isInteger(rounds) || rounds < 1) {
  process.stderr.write('usage: node bench/kill-9.server.ts [rounds]\n')
  process.exit(2)
}

const dataDir = await makeDataDir('kill-9')
const startFrom = await emptyDatabase()
const results: CrashResult[] = []
for (let round = 1; round <= rounds; round++) {
  const result = await crashOnce({ dataDir, round, writeFor: 50 + Math.random() * 1500, startFrom })
  results.push(result)
  const { acknowledged, lost, isTorn, reopenMilliseconds } = result
  process.stdout.write(`${String(round).padStart(3)}  acknowledged ${String(acknowledged).padStart(5)}  `
    + `lost ${lost}  torn ${isTorn ? 'YES' : 'no'}  reopened in ${Math.round(reopenMilliseconds)} ms\n`)
}
await rm(dataDir, { recursive: true, force: true })

const sum = (pick: (result: CrashResult) => number) =>
  results.reduce((total, result) => total + pick(result), 0)
const times = results.map(({ reopenMilliseconds }) => reopenMilliseconds).sort((a, b) => a - b)
const lost = sum((result) => result.lost)
const torn = results.filter(({ isTorn }) => isTorn).length
const median = Math.round(times[Math.floor(times.length / 2)] ?? 0)
const longest = Math.round(times.at(-1) ?? 0)
process.stdout.write(`\n${rounds} kills, ${sum((result) => result.acknowledged)} transactions acknowledged, `
  + `${lost} lost, ${torn} rounds with a torn one; reopened in ${median} ms (median), ${longest} ms (longest)\n`)
process.exitCode = lost + torn > 0 ? 1 : 0
