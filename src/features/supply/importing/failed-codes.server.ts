import { sql } from 'kysely'
import { may } from '../../../core/access/access.ts'
import { invalid } from '../../../core/errors/errors.ts'
import { language, msg, t } from '../../../core/i18n/language.ts'
import type { StoredColumns } from '../../../platform/stored-texts/stored-columns.server.ts'
import { saidIn, setSaid } from '../../../platform/stored-texts/stored-columns.server.ts'
import type { FailedItem, FailedItems } from '../../../platform/jobs/staffed-job.server.ts'
import { codesTable } from './code-rows.server.ts'
import type { SupplierFacts } from './supplier-facts.ts'

interface FailedCode {
  readonly id: number
  readonly code: string
  readonly version: number
}

/** An item is a code of one supplier: `tiqets-12`. */
const idOf = ({ key }: SupplierFacts, id: number) => `${key}-${id}`

/** Codes that were given up. One that was mistyped can be corrected before it is imported again. */
export function failedCodes(suppliers: readonly SupplierFacts[]): FailedItems {
  return {
    fields: { code: { kind: 'text', label: msg('Code'), max: 64 } },
    async list(db, { grants }, limit) {
      const own = suppliers.filter(({ codes }) => may(grants, 'write', codes.access.object))
      if (own.length === 0) return null
      const failed = sql.join(
        own.map(
          (
            facts,
          ) => sql`select ${facts.key}::text as supplier, ${facts.name}::text as "supplierName", id, code, reason, reason_said, updated_at, attempts
            from ${codesTable(facts)} where status = 'failed'`,
        ),
        sql` union all `,
      )
      const { rows } = await sql<
        Omit<FailedItem, 'href' | 'values'> &
          Pick<StoredColumns, 'said'> & { supplier: string; code: string; count: number }
      >`
        select f.supplier, f.code, f.supplier || '-' || f.id as id, f."supplierName" || ' · ' || f.code as title, f.reason as error, f.reason_said as said,
          f.updated_at as "failedAt", f.attempts, (count(*) over ())::int as count
        from (${failed}) f order by f.updated_at desc, f.supplier, f.id desc limit ${limit}`.execute(db)
      return {
        count: rows[0]?.count ?? 0,
        items: rows.map(({ supplier, code, count: _, said, ...item }) => ({
          ...item,
          error: saidIn({ detail: item.error, said }),
          href: `/imports/${supplier}?filter=${encodeURIComponent(JSON.stringify({ status: ['failed'] }))}`,
          values: { code },
        })),
      }
    },
    async replay({ db, actor, audit }, changes) {
      const replayed: string[] = []
      for (const facts of suppliers) {
        if (!may(actor.grants, 'write', facts.codes.access.object)) continue
        const wanted = new Map(changes.map((change) => [change.id, change.values?.['code']]))
        const { rows } = await sql<FailedCode>`
          select id, code, version from ${codesTable(facts)}
          where status = 'failed' and ${facts.key}::text || '-' || id = any(${[...wanted.keys()]}::text[]) order by id for update`.execute(
          db,
        )
        for (const { id, code, version } of rows) {
          const typed = wanted.get(idOf(facts, id))
          const next = typeof typed === 'string' ? readTyped(facts, typed) : code
          const { rows: taken } = await sql`
            select from ${codesTable(facts)} where lower(code) = lower(${next}) and id <> ${id}`.execute(db)
          if (taken.length > 0) throw invalid({ code: t('{code} is in the list already.', { code: next }) })
          await sql`
            update ${codesTable(facts)} set status = 'queued', code = ${next}, ${setSaid('reason', null)}, attempts = 0, next_try_at = now(), language = ${language()},
              updated_at = now(), version = version + 1 where id = ${id}`.execute(db)
          audit.record({
            action: 'retry',
            object: facts.codes.name,
            recordId: id,
            title: next,
            version: version + 1,
            before: { status: 'failed', ...(next !== code && { code }) },
            after: { status: 'queued', ...(next !== code && { code: next }) },
          })
          replayed.push(idOf(facts, id))
        }
      }
      return replayed
    },
  }
}

function readTyped(facts: SupplierFacts, typed: string): string {
  const read = facts.readCode(typed.trim())
  if (typeof read !== 'string') throw invalid({ code: t('Codes look like {example}.', { example: facts.codeExample }) })
  return read
}
