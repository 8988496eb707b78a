import { describe, inject } from 'vitest'
import type { AnyResource } from '../kit/resource.ts'
import { bulkContract } from '../areas/bulk-edits/bulk-contract-fixture.server.ts'
import { publicationContract } from '../areas/publication/publication-contract-fixture.server.ts'
import { careContract } from '../areas/record-history/care-contract-fixture.server.ts'
import { notesContract } from '../areas/notes/notes-contract-fixture.server.ts'
import { successorContract } from '../areas/successors/successor-contract-fixture.server.ts'
import { translationContract } from '../areas/translations/translation-contract-fixture.server.ts'
import { describeContract } from '../kit/testing/contract.server.ts'
import { liveContract } from '../kit/testing/live-contract.server.ts'
import type { Stage } from '../kit/testing/stage.server.ts'
import { viewContract } from '../kit/testing/view-contract.server.ts'
import { resources } from '../registry.ts'
import { exportContract } from './testing/export-contract.server.ts'
import { importContract } from './testing/import-contract.server.ts'
import { openStage } from './testing/stage.server.ts'

function alsoPromised(resource: AnyResource, stage: () => Stage): void {
  viewContract(resource, stage)
  exportContract(resource, stage)
  importContract(resource, stage)
  liveContract(resource, stage)
  careContract(resource, stage)
  notesContract(resource, stage)
  successorContract(resource, stage)
  translationContract(resource, stage)
  publicationContract(resource, stage)
  bulkContract(resource, stage)
}

const postgresUrl = inject('postgresUrl')

describe(`every resource, on ${postgresUrl === null ? 'the embedded engine' : 'PostgreSQL'}`, () => {
  describeContract(resources, () => openStage({ postgresUrl, name: 'contract' }), alsoPromised)
})

// A field of every kind is held to the contract on both engines each time, by the kit's own tests.
if (process.env['TEST_FULL'] === '1' && postgresUrl !== null) {
  describe('every resource, on the embedded engine', () => {
    describeContract(resources, () => openStage({ postgresUrl: null, name: 'contract' }), alsoPromised)
  })
}
