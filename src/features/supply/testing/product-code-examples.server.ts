import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { supplierServers } from '../supplier-servers.server.ts'

export const examples: readonly ResourceExample[] = supplierServers.map(({ facts }) =>
  exampleOf(facts.codes, (n) => ({
    values: { code: `${1_000 + n}P${n}`, status: pick(['failed', 'needs_mapping', 'rejected'], n) },
  })),
)
