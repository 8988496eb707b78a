import { fastify } from 'fastify'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Db } from '../../db/tables.server.ts'
import { implementationsOf } from '../calls/registry.server.ts'
import { serve } from '../resource/resource.server.ts'
import { gadgets, makers } from '../testing/sample-resources.ts'
import type { Endpoint } from './endpoint.ts'
import { defineEndpoint } from './endpoint.ts'
import { mount } from './http.server.ts'

// No server gets as far as asking it.
const unopened = {} as Db

describe('a server does not start', () => {
  it('with a route that does not say who can call it', () => {
    const { access: _, ...silent } = defineEndpoint('POST /rest/data/makers/:id/greet', {
      access: 'signed-in',
      summary: 'Greets a maker',
      output: z.object({}),
    })
    const options = { db: unopened, requireIfMatch: false, authenticate: () => Promise.reject(new Error('nobody')) }
    expect(() =>
      mount(fastify(), {
        ...options,
        implementations: [{ endpoint: silent as unknown as Endpoint, handle: async () => ({}), transaction: false }],
      }),
    ).toThrow('POST /rest/data/makers/:id/greet declares no access.')
  })

  it.each([
    ['a derived field without SQL', [serve(gadgets), serve(makers)], 'gadgets.partCount is derived but has no SQL.'],
    [
      'SQL for a field that is stored',
      [serve(makers, { derived: { name: sql`1` } })],
      'makers.name is stored but has SQL.',
    ],
    [
      'a reference to nothing',
      [serve(gadgets, { derived: { partCount: sql`1`, lastOn: sql`1` } })],
      'There is no resource called makers.',
    ],
    [
      'a list by a field that is not there',
      [serve({ ...makers, list: { ...makers.list, columns: ['colour'] } })],
      'makers has no colour.',
    ],
  ])('with %s', (_, servers, message) => {
    expect(() => implementationsOf({ servers, implementations: [], timeZone: 'UTC' })).toThrow(message)
  })
})
