import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { schemaDifferences } from '../kit/schema-draft.server.ts'
import { unenforced } from '../kit/testing/schema-parity.server.ts'
import type { Stage } from '../kit/testing/stage.server.ts'
import { resources } from '../registry.ts'
import { openStage } from './testing/stage.server.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage({ postgresUrl: inject('postgresUrl'), name: 'parity' })
})
afterAll(() => stage.close())

describe('the database', () => {
  it('has the table and the columns of every definition', async () => {
    expect(await schemaDifferences(stage.db, resources)).toEqual([])
  })

  it.each(resources.map((resource) => [resource.name, resource] as const))('refuses by itself what the definition of %s forbids', async (_, resource) => {
    expect(await unenforced(stage.db, resource, stage.maker)).toEqual([])
  })
})
