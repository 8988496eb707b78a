import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'
import { budgets, checks } from './structure.mjs'

const files = new Map(['src', 'build', 'e2e', 'bench', 'scripts'].flatMap((folder) => read(folder)))
for (const name of ['package.json', 'package-lock.json']) files.set(name, readFileSync(join(root, name), 'utf8'))
let faults = 0
for (const [name, check] of Object.entries(checks)) {
  const found = [...check(files)]
  if (found.length > 0) console.error(`\n${name}:\n${found.map((fault) => `  - ${fault}`).join('\n')}`)
  faults += found.length
}
console.log(
  `\n${budgets(files)
    .map(({ what, limit, found }) => `${found} of ${limit} ${what}`)
    .join(', ')}`,
)
console.log(faults === 0 ? `${files.size} files, no fault` : `${files.size} files, ${faults} faults`)
process.exitCode = faults === 0 ? 0 : 1

function read(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return read(path)
    return /\.(tsx?|mjs|sql)$/.test(entry.name) ? [[path, readFileSync(join(root, path), 'utf8')]] : []
  })
}
