import { sql } from 'kysely'
import { implement, JsonText } from '../../kit/endpoint.server.ts'
import { listCurrencies } from './currencies.ts'

export const listCurrenciesServer = implement(listCurrencies, async ({ db, reply }) => {
  const { rows: [page] } = await sql<{ found: number; records: string }>`
    select count(*) as found, coalesce(json_agg(json_build_object(
      'id', id, 'code', code, 'name', name, 'numericCode', numeric_code, 'exponent', exponent, 'isEnabled',
        is_enabled
    ) order by is_enabled desc, code), '[]')::text as records from currencies`.execute(db)
  if (!page) throw new Error('An aggregate answers with one row.')
  reply.header('Content-Range', `currencies ${page.found === 0 ? '*' : `0-${page.found - 1}`}/${page.found}`)
  reply.header('X-Total-Count', page.found)
  return new JsonText(page.records)
})
