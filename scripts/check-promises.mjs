import { openProgram } from './faults/program.mjs'
import { root } from './project.mjs'
import { promiseFaults } from './promises.mjs'

// Types decide what is a promise, so this check asks the compiler, which reads the whole source for it.

const program = openProgram(root, [
  'tsconfig.shared.json',
  'tsconfig.server.json',
  'tsconfig.browser.json',
  'tsconfig.e2e.json',
])
const found = [...promiseFaults(program, program.paths)]
program.close()
for (const fault of found) console.error(`  - ${fault}`)
console.log(
  `${program.paths.length} files, ${found.length === 0 ? 'no promise' : `${found.length} promises`} left to itself`,
)
process.exitCode = found.length === 0 ? 0 : 1
