import { describe, inject } from 'vitest'
import type { AnyResource } from '../../core/resource/resource.ts'
import { bulkContract } from '../../platform/bulk/testing/bulk-contract.server.ts'
import { publicationContract } from '../../platform/publishing/testing/publication-contract.server.ts'
import { careContract } from '../../platform/history/testing/record-contract.server.ts'
import { notesContract } from '../../platform/notes/testing/notes-contract.server.ts'
import { successorContract } from '../../platform/references/testing/replacement-contract.server.ts'
import { translationContract } from '../../platform/translations/testing/translation-contract.server.ts'
import { describeContract } from '../../core/testing/contract.server.ts'
import { isTorture } from '../../core/testing/rounds.ts'
import { liveContract } from '../../core/testing/live-contract.server.ts'
import type { TestContext } from '../../core/testing/test-context.server.ts'
import { viewContract } from '../../core/testing/view-contract.server.ts'
import { resources } from '../registry.server.ts'
import { exportContract } from './export-contract.server.ts'
import { importContract } from './import-contract.server.ts'
import { openTestContext } from './test-context.server.ts'

function alsoPromised(resource: AnyResource, testContext: () => TestContext): void {
  viewContract(resource, testContext)
  exportContract(resource, testContext)
  importContract(resource, testContext)
  liveContract(resource, testContext)
  careContract(resource, testContext)
  notesContract(resource, testContext)
  successorContract(resource, testContext)
  translationContract(resource, testContext)
  publicationContract(resource, testContext)
  bulkContract(resource, testContext)
}

const postgresUrl = inject('postgresUrl')

/** How many files share the resources, so that the suite keeps every core busy. */
const PARTS = 4

// The audit's own rows first: every sample of the others adds to it. Launches before the cities, which are the same rows.
const ordered = resources.toSorted((a, b) => Number(b.name === 'audit') - Number(a.name === 'audit'))

/**
 * Checks every fourth resource of the registry against what all of them promise.
 *
 * @param part - which of the four, from 0
 */
export function describeResources(part: 0 | 1 | 2 | 3): void {
  const own = ordered.filter((_, index) => index % PARTS === part)
  describe(`every resource, part ${part + 1} of ${PARTS}, on ${postgresUrl === null ? 'the embedded engine' : 'PostgreSQL'}`, () => {
    describeContract(own, () => openTestContext({ postgresUrl, name: `contract ${part}` }), alsoPromised)
  })

  // The core's own tests always check a field of every kind against the contract on both engines.
  if (isTorture && postgresUrl !== null) {
    describe(`every resource, part ${part + 1} of ${PARTS}, on the embedded engine`, () => {
      describeContract(own, () => openTestContext({ postgresUrl: null, name: `contract ${part}` }), alsoPromised)
    })
  }
}
