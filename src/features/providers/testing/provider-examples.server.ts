import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { providers } from '../providers.ts'

export const examples: readonly ResourceExample[] = [
  // What a paused provider lists waits, so a sample is paused only by tests that say so.
  exampleOf(providers, () => ({ values: { isEnabled: true } })),
]
