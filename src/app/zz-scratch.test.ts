import { expect, inject, it } from 'vitest'
import { resources } from '../registry.ts'
import { maker } from '../kit/testing/make.server.ts'
import { startTestServer } from './testing/start.server.ts'
import { examples } from './testing/examples.server.ts'

it('makes', async () => {
  const t0 = performance.now()
  const server = await startTestServer({ postgresUrl: inject('postgresUrl') })
  const t1 = performance.now()
  const { make } = maker(server.database.kysely, resources, examples)
  const problems: string[] = []
  for (const resource of resources) for (let i = 0; i < 14; i++) await make(resource).catch((e: Error) => problems.push(e.message))
  console.log(t1 - t0, performance.now() - t1)
  expect([...new Set(problems)]).toEqual([])
  await server.stop()
})
