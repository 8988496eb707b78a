import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { messages } from '../messages.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(messages, (n) => ({
    values: {
      recipient: `person-${n}@example.com`,
      template: 'sample',
      status: pick(['sent', 'kept', 'failed'], n),
      nextAttemptAt: null,
    },
    columns: { content: JSON.stringify({ paragraphs: [`Sample ${n}`] }) },
  })),
]
