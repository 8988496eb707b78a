import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyResource } from '../resource.ts'
import { accessContract } from './access-contract.server.ts'
import { auditLength } from './audit-trail.server.ts'
import { changeContract } from './change-contract.server.ts'
import { createContract } from './create-contract.server.ts'
import { maskedKeys } from '../personal.ts'
import { listContract } from './list-contract.server.ts'
import { maskContract } from './mask-contract.server.ts'
import type { Stage } from './stage.server.ts'

/**
 * What every resource promises to every client, derived from its definition: a new one is held to it as soon as it
 * is in the registry. One server does for all of them.
 */
export function describeContract(
  resources: readonly AnyResource[], open: () => Promise<Stage>,
  /** What a product promises of its resources besides. */
  also: (resource: AnyResource, stage: () => Stage) => void = () => {},
): void {
  let opened: Stage | undefined
  const stage = () => {
    if (!opened) throw new Error('The stage is set before the tests run.')
    return opened
  }
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(async () => opened?.close())

  for (const resource of resources) {
    describe(resource.name, () => {
      beforeAll(() => stage().signInAnew?.())
      describe('list', () => listContract(resource, stage))
      describe('access', () => accessContract(resource, stage))
      if (maskedKeys(resource).length > 0) describe('personal data', () => maskContract(resource, stage))
      if (resource.operations.includes('create')) describe('create', () => createContract(resource, stage))
      changeContract(resource, stage)
      also(resource, stage)
    })
  }

  it('leaves an audit whose chain is whole', async () => {
    expect(await auditLength(stage().db)).toBeGreaterThan(0)
  })
}
