import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { schemaDifferences } from '../core/resource/schema-draft.server.ts'
import { unenforced } from '../core/testing/schema-parity.server.ts'
import type { TestContext } from '../core/testing/test-context.server.ts'
import { resources } from './registry.server.ts'
import { openTestContext } from './testing/test-context.server.ts'

let testContext: TestContext

beforeAll(async () => {
  testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'parity' })
})
afterAll(() => testContext.close())

describe('the database', () => {
  it('has the table and the columns of every definition', async () => {
    expect(await schemaDifferences(testContext.db, resources)).toEqual([])
  })

  it.each(resources.map((resource) => [resource.name, resource] as const))(
    'refuses by itself what the definition of %s forbids',
    async (_, resource) => {
      expect(await unenforced(testContext.db, resource, testContext.maker)).toEqual([])
    },
  )
})
