import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectEnvironment, projectNode, root } from './project.mjs'

// Makes the embedded database without rows of which the first start makes its own a copy. Without it that start takes
// six seconds longer, so whatever stands in the way here (no Node 24 yet, sources not copied yet, a read-only folder)
// is not worth a word.
spawnSync(projectNode(), [join('src', 'app', 'commands', 'prepare-database.server.ts')], {
  cwd: root, env: projectEnvironment(), stdio: 'ignore', timeout: 60_000,
})
