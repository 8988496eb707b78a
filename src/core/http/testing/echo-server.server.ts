import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import * as z from 'zod/mini'
import { createLog } from '../log.server.ts'
import { type Readiness, createWebServer } from '../web-server.server.ts'
import { Refusal, invalid } from '../../errors/errors.ts'
import { DatabaseUnavailable } from '../../../db/engine-errors.server.ts'

export const lines: string[] = []
export const log = createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } })
let readiness: Readiness = 'ready'
export function setReadiness(state: Readiness): void {
  readiness = state
}
let server: FastifyInstance
let url: string

/** Starts a server that echoes and fails, for the tests of a file. */
export function serveEchoes(): void {
  beforeAll(async () => {
    server = createWebServer({
      log,
      isProduction: true,
      publicUrl: 'https://admin.example.com',
      readiness: () => readiness,
    })
    server.all('/rest/echo', async (request) => ({ body: request.body ?? null }))
    server.post('/rest/small', { bodyLimit: 100 }, async () => ({}))
    server.get('/rest/fail/:how', async (request) => {
      throw failures[(request.params as { how: string }).how] ?? new Error('unknown failure')
    })
    server.get('/rest/items/:id', async (request) => request.params)
    url = await server.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => server.close())
}

const failures: Record<string, unknown> = {
  refusal: new Refusal(409, 'Already refunded in full', { headers: { 'retry-after': '5' }, current: { id: 1 } }),
  fields: invalid({ code: 'Code is required.' }),
  bug: new TypeError('secretColumn of undefined in /srv/app/src/secret.ts'),
  string: 'thrown as text',
  unavailable: new DatabaseUnavailable('The database restarts. Try again in a moment.', { retryAfterSeconds: 7 }),
  zod: z.safeParse(z.strictObject({ a: z.number() }), { a: 'x', b: 1 }).error,
}

export function call(path: string, init?: RequestInit): Promise<Response> {
  return fetch(url + path, init)
}
