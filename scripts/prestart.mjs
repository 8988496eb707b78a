import { ensureConsole } from './console.mjs'
import { ensureInstalled } from './install.mjs'

const major = Number(process.versions.node.split('.')[0])
try {
  if (major < 20) throw new Error(`Marquee needs Node 20 or newer to set itself up, not ${process.version}.`)
  await ensureInstalled()
  await ensureConsole()
} catch (error) {
  console.error(`\n${error.message}`)
  process.exitCode = 1
}
