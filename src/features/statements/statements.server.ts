import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { invalid } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { serve } from '../../core/resource/resource.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { readStatementFile, readSupplierFile } from './read-statement-file.server.ts'
import type { StatementLine } from './statement-kinds.ts'
import { isSupplier } from './statement-kinds.ts'
import { statementLines } from './statement-lines.ts'
import { uploadStatement } from './statement.endpoints.ts'
import { statements } from './statements.ts'
import { storeStatement } from './store-statement.server.ts'
import { implementedWithdrawal } from './withdraw-statement.server.ts'

export const statementsServer = serve(statements, {
  derived: { uploadedByName: sql`(select s.name from staff s where s.id = t.uploaded_by)` },
})
export const statementLinesServer = serve(statementLines, {
  derived: { orderKind: sql`(select p.kind from purchases p where p.id = t.purchase_id)` },
})

export const implementedStatements: readonly Implementation[] = [
  implement(uploadStatement, async ({ db, input: { provider, basis, fileName, content }, actor, audit }) => {
    const isOfSupplier = isSupplier(provider)
    const lines = await (isOfSupplier ? readSupplierFile(content) : readStatementFile(content))
    await requireCurrencies(db, lines)
    const days = lines.map(({ bookedAt }) => bookedAt.slice(0, 10)).toSorted()
    const stored = await storeStatement(db, {
      name: fileName,
      provider,
      basis: isOfSupplier ? (basis ?? 'travelled') : null,
      fromDay: days[0] ?? '',
      toDay: days.at(-1) ?? '',
      hash: `${provider} ${createHash('sha256').update(content).digest('hex')}`,
      uploadedBy: actor.id,
      lines,
    })
    if (!stored.isKnown)
      audit.record({
        action: 'upload',
        object: 'statements',
        recordId: stored.id,
        title: fileName,
        after: { provider, lines: stored.lines, differences: stored.differences },
      })
    return stored
  }),
  implementedWithdrawal,
]

async function requireCurrencies(db: Db, lines: readonly StatementLine[]): Promise<void> {
  const used = [...new Set(lines.map(({ currency }) => currency))]
  const { rows } = await sql<{ code: string }>`
    select code from unnest(${used}::text[]) u (code) where not exists (select from currencies c where c.code = u.code)`.execute(
    db,
  )
  if (rows[0]) throw invalid({ content: t('We don’t have the currency {currency}.', { currency: rows[0].code }) })
}
