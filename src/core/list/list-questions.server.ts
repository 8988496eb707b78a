import type { CompiledQuery } from 'kysely'
import { language } from '../i18n/language.ts'
import type { ResourceServer } from '../resource/resource.server.ts'
import type { ParsedList } from './list-query.server.ts'
import { parseList } from './list-query.server.ts'
import type { ListRow, Lookup } from './list-sql.server.ts'
import { listSql, writer } from './list-sql.server.ts'

/** A list call as it was understood, and as PostgreSQL is asked. */
export interface ListQuestion {
  readonly list: ParsedList
  readonly query: CompiledQuery<ListRow>
}

/** Questions kept for each list. The one that was asked longest ago is forgotten first. */
const maxKept = 40
/** A longer one, with hundreds of ids in it, is asked once. */
const maxLength = 2_000
/** Days begin at one of these in every time zone, so that no kept `today` is yesterday. */
const quarterOfAnHour = 15 * 60_000

/**
 * Reads the calls of a list and writes their statements, once for those that come again: everybody's first page, and each
 * poll of it. Reading and writing took up to a seventh of such a call.
 */
export function listQuestions(
  server: ResourceServer,
  lookup: Lookup,
  timeZone: string,
): (query: Readonly<Record<string, unknown>>, viewer: { readonly seesPersonal: boolean }) => ListQuestion {
  const kept = new Map<string, ListQuestion>()
  return (asked, viewer) => {
    const key = JSON.stringify([asked, viewer, language(), Math.floor(Date.now() / quarterOfAnHour)])
    const known = kept.get(key)
    kept.delete(key)
    const question = known ?? read(asked, viewer)
    if (key.length <= maxLength) kept.set(key, question)
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    return question
  }

  function read(asked: Readonly<Record<string, unknown>>, viewer: { readonly seesPersonal: boolean }): ListQuestion {
    const list = parseList(server.resource, asked, timeZone)
    return { list, query: listSql(server, list, lookup, viewer).compile(writer) }
  }
}
