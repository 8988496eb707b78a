import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/job.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { matchAgain } from './match-statement.server.ts'
import { storeStatement } from './store-statement.server.ts'
import type { ReadStatement } from './stripe-statement.server.ts'

/** After an outage this many days are fetched at once, the oldest first. */
const maxDays = 14

/** The days that ended and have no statement yet: since the newest statement, and yesterday where there is none. */
async function daysToFetch(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ day: string }>`
    with now as (select (now() at time zone 'UTC')::date as today),
    last as (select max(to_day) as day from statements where source = 'gateway' and provider = 'stripe')
    select to_char(d, 'YYYY-MM-DD') as day
    from now, last, generate_series(greatest(coalesce(last.day + 1, today - 1), today - ${maxDays}::integer)::timestamp,
      (today - 1)::timestamp, interval '1 day') d
    order by d`.execute(db)
  return rows.map(({ day }) => day)
}

/** Fetches the statement of each day that ended, and looks at older differences again. */
export function fetchStatementsJob(read: ReadStatement | null): Job {
  return {
    name: 'fetch-statements',
    label: msg('Provider statements'),
    does: msg('Fetches the provider’s statement of yesterday and matches it with our payments, refunds and disputes.'),
    staleWithout: msg('Payments and refunds that the provider has differently go unnoticed.'),
    overlap: 'skip',
    cron: '47 1 * * *',
    counts: { lines: msg('Lines'), differences: msg('Differences') },
    async run({ database: { kysely }, signal, count }) {
      for (const day of read ? await daysToFetch(kysely) : []) {
        if (signal.aborted) return
        const from = new Date(`${day}T00:00:00.000Z`)
        // Outside of any transaction: the provider answers when it likes.
        const lines = (await read?.(from, new Date(from.getTime() + 86_400_000))) ?? []
        const stored = await kysely.transaction().execute(async (db) => {
          const hash = `stripe ${day}`
          const done = await storeStatement(db, {
            name: `Stripe ${day}`,
            provider: 'stripe',
            fromDay: day,
            toDay: day,
            hash,
            uploadedBy: null,
            lines,
          })
          if (!done.isKnown)
            await appendAudit(db, [fetched(done.id, day, done.lines, done.differences)], {
              actor: system('statements'),
            })
          return done
        })
        count('lines', stored.lines)
        count('differences', stored.differences)
      }
      await kysely.transaction().execute(matchAgain)
    },
  }
}

const fetched = (id: number, day: string, lines: number, differences: number) => ({
  action: 'fetch',
  object: 'statements' as const,
  recordId: id,
  title: `Stripe ${day}`,
  after: { lines, differences },
})
