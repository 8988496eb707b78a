import { describe } from 'vitest'
import { describeContract } from '../testing/contract.server.ts'
import { gadgets, makers } from '../testing/sample-resources.ts'
import { startSampleServer } from '../testing/sample-server.server.ts'

describe('a field of every kind, on the embedded engine', () => {
  describeContract([gadgets, makers], () => startSampleServer({ postgresUrl: null }))
})
