import { describe } from 'vitest'
import { describeContract } from '../testing/contract.server.ts'
import { gadgets, makers } from '../testing/sample-resources.ts'
import { startSampleServer } from '../testing/sample-server.server.ts'

const migrations = new URL('../../db/migrations/', import.meta.url)

describe('a field of every kind, on the embedded engine', () => {
  describeContract([gadgets, makers], () => startSampleServer({ postgresUrl: null, migrations }))
})
