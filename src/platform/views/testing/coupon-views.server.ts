import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { type SavedView, savedViewsPath as path, viewText } from '../../../core/list/saved-views.ts'
import type { Reply } from '../../../core/testing/test-context.server.ts'

export let server: TestServer
export let admin: Client
export let agent: Client
export let finance: Client
export let editor: Client
let last = 0

/** Starts the product for the tests of a file, and stops it after them. */
export function serveViews(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'saved views' })
    ;[admin, agent, finance, editor] = await Promise.all([
      server.signIn('admin'),
      server.signIn('sales-agent'),
      server.signIn('finance'),
      server.signIn('catalogue-editor'),
    ])
  })
  afterAll(() => server?.stop())
}

export const coupons = { resource: 'coupons', list: 'coupons/list' }
export const paused = viewText({ filter: '{"state":["paused"]}', sort: '-timesUsed', size: '100' })
export const newName = () => `View ${++last}`
export const answer = ({ status, body }: Reply) => `${status} ${(body as { error?: string }).error ?? ''}`.trim()
export const fields = ({ body }: Reply) => Object.keys((body as { fields?: object }).fields ?? {})

export async function make(caller: Client, draft: object = {}): Promise<SavedView> {
  const reply = await caller.post(path, { ...coupons, name: newName(), query: paused, ...draft })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as SavedView
}
