import { sql } from 'kysely'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import { recordIdIn } from '../../core/record-id.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { checkBooksName } from './check-books-job.server.ts'
import type { FindingCommand, FindingState } from './finding-rules.ts'
import { commandsFor, maxOpenDays } from './finding-rules.ts'
import { reconciliationFindings } from './reconciliation-findings.ts'
import type { ReconciliationSummary } from './reconciliation.endpoints.ts'
import { checkBooksNow, decideFinding, readReconciliation } from './reconciliation.endpoints.ts'

export const reconciliationFindingsServer = serve(reconciliationFindings, {
  derived: {
    orderKind: sql`(select p.kind from purchases p where p.id = t.purchase_id)`,
    statementId: sql`(select l.statement_id from statement_lines l where l.id = t.statement_line_id)`,
    difference: sql`(t.adds - t.says)`,
    isOverdue: sql`(t.state = 'open' and t.opened_at < now() - make_interval(days => ${sql.lit(maxOpenDays)})
      and (t.snoozed_until is null or t.snoozed_until <= now()))`,
    closedBy: sql`(select s.name from staff s where s.id = t.closed_by)`,
  },
})

const instant = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const becomes: Readonly<Record<FindingCommand, FindingState>> = {
  explain: 'explained',
  close: 'closed',
  reopen: 'open',
}

interface Stored {
  readonly id: number
  readonly version: number
  readonly state: FindingState
  readonly subject: string
  readonly explanation: string | null
}

export const implementedReconciliation: readonly Implementation[] = [
  implement(readReconciliation, async ({ db, actor }) => {
    const { rows } = await sql<Omit<ReconciliationSummary, 'me'>>`
      select (select json_build_object('finishedAt', ${instant('r.finished_at')}, 'orders', r.orders, 'opened', r.opened,
          'resolved', r.resolved) from reconciliation_runs r where r.finished_at is not null
          order by r.started_at desc limit 1) as "lastRun",
        exists (select from reconciliation_runs where finished_at is null and beat_at > now() - interval '10 minutes')
          as "isRunning",
        (select count(*)::integer from reconciliation_findings where urgency = 2) as open`.execute(db)
    return { ...(rows[0] ?? { lastRun: null, isRunning: false, open: 0 }), me: actor.id ?? 0 }
  }),

  implement(checkBooksNow, ({ audit, reply }) => {
    audit.record({ action: 'check-books', object: 'reconciliation-findings', title: t('Reconciliation') })
    reply.raw.once('close', () => wakeJob(checkBooksName))
    return Promise.resolve({ isStarted: true })
  }),

  implement(decideFinding, async ({ db, params, input, actor, audit }) => {
    const { rows } = await sql<Stored>`
      select id, version, state, subject, explanation from reconciliation_findings where id = ${recordIdIn(params.id) ?? 0}
      for update`.execute(db)
    const [found] = rows
    if (!found) throw new Refusal(404, t('Finding not found.'))
    if (found.version !== input.version)
      throw new Refusal(412, t('This finding changed since you opened it.'), { error: 'StaleVersion' })
    if (!commandsFor[found.state].includes(input.command))
      throw new Refusal(409, t('This can’t be done with the finding as it is.'), { error: 'NotPossible' })
    const explanation = input.explanation || (input.command === 'explain' ? null : found.explanation)
    if (input.command === 'explain' && explanation === null) throw invalid({ explanation: t('Enter an explanation.') })
    const state = becomes[input.command]
    await sql`
      update reconciliation_findings set state = ${state}, explanation = ${explanation},
        closed_at = ${state === 'closed' ? sql`now()` : null}, closed_by = ${state === 'closed' ? actor.id : null},
        reopened = reopened + ${input.command === 'reopen' ? 1 : 0}, updated_at = now(), version = version + 1
      where id = ${found.id}`.execute(db)
    const version = found.version + 1
    audit.record({
      action: input.command,
      object: 'reconciliation-findings',
      recordId: found.id,
      title: found.subject,
      before: { state: found.state, explanation: found.explanation },
      after: { state, explanation },
      version,
    })
    return { id: found.id, version, state }
  }),
]
