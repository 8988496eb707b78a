import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../errors/errors.ts'
import { t } from '../i18n/language.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that a path offers, for a caller who used another; null where there is nothing. */
    offered: ((path: string) => readonly string[] | null) | null
    /** Whether a path is a page of the console; null where none is served. */
    isPage: ((path: string) => boolean) | null
  }
}

/** The methods that an address offers, in the form of the Allow header; null where there are none. */
export function allowedAt(server: FastifyInstance, { raw }: FastifyRequest): string | null {
  const [path = '/'] = (raw.url ?? '/').split('?', 1)
  const own = server.offered?.(path) ?? null
  const isRead = server.hasRoute({ method: 'GET', url: path }) || (server.isPage?.(path) ?? false)
  const methods = own ?? (isRead ? ['GET', 'HEAD'] : null)
  return methods && [...methods, 'OPTIONS'].join(', ')
}

/** Says of an address what it offers. Browsers of other sites learn nothing more by asking: no answer lets them in. */
export function answerOptions(server: FastifyInstance): void {
  server.decorate('offered', null)
  server.decorate('isPage', null)
  server.options('/*', (request, reply) => {
    const allow = allowedAt(server, request)
    if (allow === null) throw new Refusal(404, t('Not found.'))
    void reply.code(204).header('Allow', allow).send()
  })
}
