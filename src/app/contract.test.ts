import { describe, inject } from 'vitest'
import { describeContract } from '../kit/testing/contract.server.ts'
import { resources } from '../registry.ts'
import { openStage } from './testing/stage.server.ts'

describe('every resource', () => {
  describeContract(resources, () => openStage({ postgresUrl: inject('postgresUrl'), name: 'contract' }))
})
