import { sql } from 'kysely'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { codesTable } from './code-rows.server.ts'
import type { SupplyContext } from './connections.server.ts'
import { openCatalogue } from './connections.server.ts'
import { importEndpoints } from './import.endpoints.ts'
import type { CodeStatus } from './product-codes.ts'
import type { FoundPage } from './supplier-catalogue.server.ts'
import { faultSentence, foundPerPage } from './supplier-catalogue.server.ts'
import type { SupplierServer } from './supplier-server.server.ts'

/** Asks the supplier while no connection to the database is in use, and says of each product what became of its code here. */
export function implementSearch(supplier: SupplierServer, context: SupplyContext): Implementation {
  const { facts } = supplier
  return implement(importEndpoints(facts).search, async ({ db, query }) => {
    const { words = '', place = '' } = query
    const page = Number(query.page ?? 1)
    if (words === '' && place === '') throw invalid({ words: t('Enter a word or a city.') })
    const subject = () => `${facts.codes.name} search`
    const catalogue = await openCatalogue(db, supplier, context, { subject })
    if (!catalogue) throw new Refusal(409, t('Imports from {supplier} are off.', { supplier: facts.name }))
    let found: FoundPage
    try {
      found = await catalogue.search({ words, place, page })
    } catch (error) {
      const problem = faultSentence(facts.name, catalogue.classifyError(error), 'by hand')
      return { items: [], total: 0, hasMore: false, problem }
    }
    const { rows } = await sql<{ code: string; status: CodeStatus }>`
      select code, status from ${codesTable(facts)} where lower(code) = any(${found.items.map(({ code }) => code.toLowerCase())}::text[])`.execute(
      db,
    )
    const known = new Map(rows.map(({ code, status }) => [code.toLowerCase(), status]))
    const total = Math.max(found.total, found.items.length)
    return {
      items: found.items.map((one) => ({ ...one, status: known.get(one.code.toLowerCase()) ?? null })),
      total,
      hasMore: found.items.length > 0 && page * foundPerPage < total,
      problem: null,
    }
  })
}
