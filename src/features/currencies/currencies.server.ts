import { sql } from 'kysely'
import { implement } from '../../core/http/endpoint.server.ts'
import { partOf } from '../../core/list/whole-list.server.ts'
import { keysOf } from '../../core/list/whole-list.ts'
import type { Currency } from './currencies.ts'
import { currencySchema, listCurrencies } from './currencies.ts'

export const listCurrenciesServer = implement(listCurrencies, async ({ db, query, reply }) => {
  const { rows } = await sql<Currency>`
    select id, code, name, numeric_code as "numericCode", exponent, is_enabled as "isEnabled"
    from currencies order by is_enabled desc, code`.execute(db)
  return [...partOf(reply, 'currencies', rows, keysOf(currencySchema), query)]
})
