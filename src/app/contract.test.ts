import { describe, inject } from 'vitest'
import { describeContract } from '../kit/testing/contract.server.ts'
import { viewContract } from '../kit/testing/view-contract.server.ts'
import { resources } from '../registry.ts'
import { openStage } from './testing/stage.server.ts'

const postgresUrl = inject('postgresUrl')

describe(`every resource, on ${postgresUrl === null ? 'the embedded engine' : 'PostgreSQL'}`, () => {
  describeContract(resources, () => openStage({ postgresUrl, name: 'contract' }), viewContract)
})

// A field of every kind is held to the contract on both engines each time, by the kit's own tests.
if (process.env['TEST_FULL'] === '1' && postgresUrl !== null) {
  describe('every resource, on the embedded engine', () => {
    describeContract(resources, () => openStage({ postgresUrl: null, name: 'contract' }), viewContract)
  })
}
