import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../../db/database.server.ts'
import type { Call, Implementation } from '../../kit/endpoint.server.ts'
import { JsonText } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import type { ApiCaller } from '../api-users/api-access.server.ts'
import { checkScope } from '../api-users/api-access.server.ts'
import type { ApiDesk } from '../api-users/api-desk.server.ts'
import { mergeable } from '../merges/merges.ts'
import type { DiscoveryDefinition } from './discovery.ts'
import { discovery, discoveryCalls } from './discovery.ts'
import type { AnswerLocale } from './discovery-locales.server.ts'
import { answerLocale, createLocaleBook } from './discovery-locales.server.ts'
import type { DiscoveryName } from './discovery-names.ts'
import { discoveryScope } from './discovery-names.ts'
import type { PageRow, Statement } from './discovery-statements.server.ts'
import { cursorText, idParts, listStatement, readStatement, usualPage } from './discovery-statements.server.ts'

type Given = Readonly<Record<string, string | undefined>>

/** The calls of the discovery API: what is public of the catalogue, one statement an answer beside the look-up of the key. */
export function implementDiscovery(database: Database, desk: ApiDesk): readonly Implementation[] {
  const locales = createLocaleBook(database.kysely)

  async function ask(statement: Statement): Promise<PageRow> {
    const { rows: [row] } = await database.pool.query<PageRow>(statement)
    if (!row) throw new Error('An answer is one row.')
    return row
  }

  async function localeOf({ request }: Pick<Call, 'request'>, given: Given): Promise<AnswerLocale> {
    return answerLocale(await locales(), given['locale'], request)
  }

  /** The record of an id, or of what it was merged into. */
  async function find(name: DiscoveryName, id: string, locale: AnswerLocale, scopes: readonly string[], reply: FastifyReply): Promise<PageRow> {
    const parts = idParts(name, id)
    const found = parts && await ask(readStatement(name, parts, locale, scopes))
    if (found && found.found > 0) return found
    const heir = parts && await heirOf(name, Number(parts.at(-1)))
    const survivor = heir === null ? null : await ask(readStatement(name, [heir], locale, scopes))
    if (!survivor || survivor.found === 0) throw new Refusal(404, t('There is nothing public with this id.'))
    reply.header('Content-Location', `/v1/${name}/${heir}`)
    return survivor
  }

  async function heirOf(name: DiscoveryName, id: number): Promise<number | null> {
    if (!mergeable.some((resource) => resource.name === name)) return null
    const { rows: [row] } = await database.pool.query<{ heir: number | null }>({ name: 'discover-heir', text: 'select heir_of($1, $2) as heir', values: [name, id] })
    return row?.heir ?? null
  }

  /** Refuses keys without the scope that a resource asks for besides the one of every call. */
  function checkOwnScope(name: DiscoveryName, caller: ApiCaller): void {
    const { scope = discoveryScope }: DiscoveryDefinition = discovery[name]
    checkScope(caller, scope)
  }

  return discoveryCalls.flatMap(({ name, list, read }) => [
    desk.implement(list, discoveryScope, async ({ query, request, reply, caller }) => {
      checkOwnScope(name, caller)
      const given = query as Given
      const locale = await localeOf({ request }, given)
      const { records, found, position } = await ask(listStatement(name, given, locale, caller.scopes))
      const hasMore = found > Number(given['limit'] ?? usualPage) && position !== null
      return answer(name, `{"data":${records},"next":${hasMore ? `"${cursorText(name, given, position)}"` : 'null'}}`, locale, reply)
    }),
    desk.implement(read, discoveryScope, async ({ params, query, request, reply, caller }) => {
      checkOwnScope(name, caller)
      const locale = await localeOf({ request }, query as Given)
      const { records } = await find(name, String((params as Given)['id']), locale, caller.scopes, reply)
      return answer(name, records, locale, reply)
    }),
  ])
}

function answer(name: DiscoveryName, text: string, locale: AnswerLocale, reply: FastifyReply): JsonText {
  const { maxAge } = discovery[name]
  void reply.headers({
    'ETag': `"${hash('sha1', text, 'base64url')}"`,
    // The key's own copy: what it may read hangs on its scopes.
    'Cache-Control': maxAge === 0 ? 'private, no-cache' : `private, max-age=${maxAge}`,
    'Vary': 'Authorization, Accept-Language',
    'Content-Language': locale.code,
  })
  return new JsonText(text)
}

/** Answers whoever has the same already with 304 and no body. */
export function answerUnchanged(server: FastifyInstance): void {
  server.addHook('onSend', function sendUnchanged(request, reply, payload, done) {
    const known = request.headers['if-none-match']
    if (known === undefined || !request.url.startsWith('/v1/') || reply.statusCode !== 200) return done(null, payload)
    const etag = reply.getHeader('etag')
    if (typeof etag !== 'string' || !isAmong(etag, known)) return done(null, payload)
    void reply.code(304).removeHeader('content-type').removeHeader('content-length')
    done(null, null)
  })
}

/** Compared weakly, as RFC 9110 has it for If-None-Match. */
function isAmong(etag: string, known: string): boolean {
  return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
