import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'
import { familiarFaults } from './spanish.mjs'
import { BASELINE, proseCounts, shrunk, voiceFaults } from './voice.mjs'

// node scripts/check-voice.mjs --shrink takes out of the baseline what has been rewritten, and adds nothing.

const files = new Map(['src', 'build', 'e2e', 'bench', 'scripts', 'docs'].flatMap((folder) => read(folder)))
for (const name of ['README.md', BASELINE])
  if (existsSync(join(root, name))) files.set(name, readFileSync(join(root, name), 'utf8'))
if (process.argv.includes('--shrink')) {
  files.set(BASELINE, shrunk(files))
  writeFileSync(join(root, BASELINE), files.get(BASELINE) ?? '')
}
const spanish = JSON.parse(readFileSync(join(root, 'src/app/locales/es.json'), 'utf8'))
const faults = [...voiceFaults(files), ...familiarFaults(spanish, files)]
for (const fault of faults) console.error(`  - ${fault}`)
const { texts = [], ...most } = JSON.parse(files.get(BASELINE) ?? '{}')
const counts = Object.entries(proseCounts(files)).map(([what, found]) => `${found} of ${most[what]} words in ${what}`)
console.log(`${texts.length} texts to rewrite, ${counts.join(', ')}`)
process.exitCode = faults.length === 0 ? 0 : 1

function read(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return read(path)
    return /\.(tsx?|mjs|md)$/.test(entry.name) ? [[path, readFileSync(join(root, path), 'utf8')]] : []
  })
}
