import type { AnchorVerdict } from '../../platform/audit/audit-heads.server.ts'
import type { AuditVerdict } from '../../core/audit/chain.server.ts'
import { main, runCommand, say } from './run-command.server.ts'

await main(async function verify() {
  const started = performance.now()
  const { anchors, ...verdict } = (await runCommand('audit:verify', {})) as AuditVerdict & { anchors: AnchorVerdict }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (anchors.problem) say(`The notes of earlier heads: ${anchors.problem}`)
  if (verdict.broken) say(`The audit is broken at row ${verdict.broken.id}: ${verdict.broken.why}`)
  if (anchors.broken)
    say(`The audit is not the one whose head was noted at ${anchors.broken.at}: ${anchors.broken.why}`)
  const { count, ids, since, isLate } = verdict.unsealed
  if (count > 0)
    say(
      `${count} of the rows ${count === 1 ? 'is' : 'are'} not sealed yet: ${ids.join(', ')}${count > ids.length ? ' …' : ''}. ` +
        (isLate
          ? `The oldest waits since ${since}, which is too long: a running server seals within a second.`
          : 'A running server seals within a second.'),
    )
  if (verdict.broken || anchors.broken) return 1
  process.stdout.write(
    `The audit is whole: ${verdict.rows} rows, checked in ${seconds} s, ${anchors.notes} noted heads agree. Head: ${verdict.head}\n`,
  )
  return 0
})
