import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyResource } from '../resource/resource.ts'
import { accessContract } from './access-contract.server.ts'
import { auditLength } from './audit-trail.server.ts'
import { changeContract } from './change-contract.server.ts'
import { createContract } from './create-contract.server.ts'
import { maskedKeys } from '../resource/personal.ts'
import { listContract } from './list-contract.server.ts'
import { maskContract } from './mask-contract.server.ts'
import type { TestContext } from './test-context.server.ts'

/**
 * Every resource's promises to every client, derived from its definition: a new one is checked as soon as it is in the
 * registry. One server does for all of them.
 */
export function describeContract(
  resources: readonly AnyResource[],
  open: () => Promise<TestContext>,
  /** A product's further promises about its resources. */
  also: (resource: AnyResource, testContext: () => TestContext) => void = () => {},
): void {
  let opened: TestContext | undefined
  const testContext = () => {
    if (!opened) throw new Error('The stage is set before the tests run.')
    return opened
  }
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(async () => opened?.close())

  for (const resource of resources) {
    describe(resource.name, () => {
      beforeAll(() => testContext().signInAgain?.())
      describe('list', () => listContract(resource, testContext))
      describe('access', () => accessContract(resource, testContext))
      if (maskedKeys(resource).length > 0) describe('personal data', () => maskContract(resource, testContext))
      if (resource.operations.includes('create')) describe('create', () => createContract(resource, testContext))
      changeContract(resource, testContext)
      also(resource, testContext)
    })
  }

  it('leaves an audit whose chain is whole', async () => {
    expect(await auditLength(testContext().db)).toBeGreaterThan(0)
  })
}
