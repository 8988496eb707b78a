import type { ResourceExample } from '../../../../core/testing/make.server.ts'
import { exampleOf } from '../../../../core/testing/make.server.ts'
import { messageTemplates } from '../message-templates.ts'

export const examples: readonly ResourceExample[] = [
  // The seven that the product sends are there already.
  exampleOf(messageTemplates, (n) => ({
    values: { name: `Sample ${n}`, key: `sample_${n}`, subject: `About {reference} ${n}`, body: `Hello {name} ${n}` },
  })),
]
