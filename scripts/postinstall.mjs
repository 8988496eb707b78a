import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectEnvironment, projectNode, root } from './project.mjs'
import { removeSpareFiles } from './spare-files.mjs'

removeSpareFiles(root)

// Creates the embedded database without rows, which the first start copies to make its own. Without it that start takes
// six seconds longer, so any obstacle here (no Node 24 yet, sources not copied yet, a read-only folder) is ignored
// silently.
spawnSync(projectNode(), [join('src', 'app', 'commands', 'prepare-database.server.ts')], {
  cwd: root,
  env: projectEnvironment(),
  stdio: 'ignore',
  timeout: 60_000,
})
