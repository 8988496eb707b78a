import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { tags } from '../tags.ts'

export const examples: readonly ResourceExample[] = [
  // What suppliers call a tag is no other tag's, so copies of a sample would not have it.
  exampleOf(tags, (n) => ({ values: { slug: `tag-${n}`, supplierTags: [] } })),
]
