import { describe, inject } from 'vitest'
import { describeContract } from '../testing/contract.server.ts'
import { gadgets, makers } from '../testing/sample-resources.ts'
import { startSampleServer } from '../testing/sample-server.server.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('a field of every kind, on PostgreSQL', () => {
  describeContract([gadgets, makers], () => startSampleServer({ postgresUrl }))
})
