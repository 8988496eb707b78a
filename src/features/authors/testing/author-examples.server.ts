import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pageValues } from '../../../platform/publishing/testing/page-values.ts'
import { authors } from '../authors.ts'

export const examples: readonly ResourceExample[] = [
  // An archived author has no bylines, so no sample is archived.
  exampleOf(authors, (n) => ({
    values: {
      ...pageValues(n),
      name: `Sample author ${n}`,
      biography: `Writes ${n}`,
      languages: ['en', 'pt-BR'].slice(n % 2),
      profiles: [`https://example.com/${n}`],
    },
  })),
]
