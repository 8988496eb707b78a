import { cities } from '../places/geo/cities.ts'
import { venues } from '../places/venues/venues.ts'
import { events } from '../events/event/events.ts'
import { performers } from '../events/performer/performers.ts'
import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Database } from '../../db/database.server.ts'
import type { Call, Implementation } from '../../core/http/endpoint.server.ts'
import { JsonText } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { ApiCaller } from '../api-users/api-access.server.ts'
import { checkScope } from '../api-users/api-access.server.ts'
import type { ApiGateway } from '../api-users/api-gateway.server.ts'
import type { DiscoveryDefinition } from './discovery.ts'
import { discovery, discoveryCalls, offersCall, offersScopes } from './discovery.ts'
import { offersOf } from './discovery-offers.server.ts'
import type { AnswerLocale } from './discovery-locales.server.ts'
import { answerLocale, createLocaleBook } from './discovery-locales.server.ts'
import type { DiscoveryName } from '../api-users/discovery-names.ts'
import { discoveryScope } from '../api-users/discovery-names.ts'
import type { PageRow, Statement } from './discovery-statements.server.ts'
import { cursorText, idParts, listStatement, readStatement, usualPage } from './discovery-statements.server.ts'

/** What merges can have made of another record: its old id answers with the survivor. */
const merged: ReadonlySet<string> = new Set(
  [cities, events, performers, venues].filter(({ isMergeable }) => isMergeable).map(({ name }) => name),
)

type Given = Readonly<Record<string, string | undefined>>

/** The calls of the discovery API: what is public of the catalogue, one statement an answer beside the look-up of the key. */
export function implementDiscovery(database: Database, gateway: ApiGateway): readonly Implementation[] {
  const locales = createLocaleBook(database.kysely)

  async function ask(statement: Statement): Promise<PageRow> {
    const {
      rows: [row],
    } = await database.pool.query<PageRow>(statement)
    if (!row) throw new Error('An answer is one row.')
    return row
  }

  async function localeOf({ request }: Pick<Call, 'request'>, given: Given): Promise<AnswerLocale> {
    return answerLocale(await locales(), given['locale'], request)
  }

  /** The record of an id, or of what it was merged into. */
  async function find(
    name: DiscoveryName,
    id: string,
    locale: AnswerLocale,
    scopes: readonly string[],
    reply: FastifyReply,
  ): Promise<PageRow> {
    const parts = idParts(name, id)
    const found = parts && (await ask(readStatement(name, parts, locale, scopes)))
    if (found && found.found > 0) return found
    const mergedId = parts && (await mergedInto(name, Number(parts.at(-1))))
    const survivor = mergedId === null ? null : await ask(readStatement(name, [mergedId], locale, scopes))
    if (!survivor || survivor.found === 0) throw new Refusal(404, t('No public record has this id.'))
    reply.header('Content-Location', `/v1/${name}/${mergedId}`)
    return survivor
  }

  async function mergedInto(name: DiscoveryName, id: number): Promise<number | null> {
    if (!merged.has(name)) return null
    const {
      rows: [row],
    } = await database.pool.query<{ mergedId: number | null }>({
      name: 'discover-merged',
      text: 'select merge_survivor($1, $2) as "mergedId"',
      values: [name, id],
    })
    return row?.mergedId ?? null
  }

  /** Refuses keys without the scope that a resource asks for besides the one of every call. */
  function checkOwnScope(name: DiscoveryName, caller: ApiCaller): void {
    const { scope = discoveryScope }: DiscoveryDefinition = discovery[name]
    checkScope(caller, scope)
  }

  const offers = gateway.implement(offersCall, discoveryScope, async ({ params, query, request, reply, caller }) => {
    for (const scope of offersScopes) checkScope(caller, scope)
    const locale = await localeOf({ request }, query as Given)
    return answer('performances', await offersOf(database.kysely, params.id, query as Given), locale, reply)
  })
  const calls = discoveryCalls.flatMap(({ name, list, read }) => [
    gateway.implement(list, discoveryScope, async ({ query, request, reply, caller }) => {
      checkOwnScope(name, caller)
      const given = query as Given
      const locale = await localeOf({ request }, given)
      const { records, found, position } = await ask(listStatement(name, given, locale, caller.scopes))
      const hasMore = found > Number(given['limit'] ?? usualPage) && position !== null
      return answer(
        name,
        `{"data":${records},"next":${hasMore ? `"${cursorText(name, given, position)}"` : 'null'}}`,
        locale,
        reply,
      )
    }),
    gateway.implement(read, discoveryScope, async ({ params, query, request, reply, caller }) => {
      checkOwnScope(name, caller)
      const locale = await localeOf({ request }, query as Given)
      const { records } = await find(name, String((params as Given)['id']), locale, caller.scopes, reply)
      return answer(name, records, locale, reply)
    }),
  ])
  return [...calls, offers]
}

/** An answer about one of them, with the headers of caching. */
export function answer(name: DiscoveryName, text: string, locale: AnswerLocale, reply: FastifyReply): JsonText {
  const { maxAge } = discovery[name]
  void reply.headers({
    'ETag': `"${hash('sha1', text, 'base64url')}"`,
    // Private, because what a key can read depends on its scopes.
    'Cache-Control': maxAge === 0 ? 'private, no-cache' : `private, max-age=${maxAge}`,
    'Vary': 'Authorization, Accept-Language',
    'Content-Language': locale.code,
  })
  return new JsonText(text)
}
