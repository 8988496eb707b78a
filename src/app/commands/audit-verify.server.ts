import type { AuditVerdict } from '../../kit/audit.server.ts'
import { main, runCommand, say } from './run-command.server.ts'

await main(async function verify() {
  const started = performance.now()
  const verdict = await runCommand('audit:verify', {}) as AuditVerdict
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (verdict.broken) {
    say(`The audit is broken at row ${verdict.broken.id}: ${verdict.broken.why}`)
    return 1
  }
  process.stdout.write(`The audit is whole: ${verdict.rows} rows, checked in ${seconds} s. Head: ${verdict.head}\n`)
  return 0
})
