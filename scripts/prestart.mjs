import { ensureInstalled } from './install.mjs'

const major = Number(process.versions.node.split('.')[0])
try {
  if (major < 20) throw new Error(`Marquee needs Node 20 or newer to set itself up, not ${process.version}.`)
  await ensureInstalled()
  // The console is built by the server's start, beside the making of its database: each keeps one core busy.
} catch (error) {
  console.error(`\n${error.message}`)
  process.exitCode = 1
}
