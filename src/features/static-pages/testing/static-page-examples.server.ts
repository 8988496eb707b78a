import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pageValues } from '../../../platform/publishing/testing/page-values.ts'
import { staticPages } from '../static-pages.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(staticPages, (n) => ({
    values: {
      ...pageValues(n),
      key: `sample-page-${n}`,
      slug: `sample/page-of-${n}-words`,
      body: `<p>Sample ${n} of a page</p>`,
      canonicalUrl: n % 2 ? `https://example.com/${n}` : null,
      unpublishAt: null,
    },
  })),
]
