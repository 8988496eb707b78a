import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { pageValues } from '../../../platform/publishing/testing/page-values.ts'
import { categories } from '../categories.ts'
import { subcategories } from '../subcategories.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(categories, (n) => ({ values: { ...pageValues(n), icon: `icon-${n}`, description: `What is in ${n}` } })),
  // All of one category, which is the events' as well: an event's two belong together.
  exampleOf(subcategories, (n, ids) => ({
    values: { ...pageValues(n), categoryId: pick(ids(categories), 0), description: `What is in ${n}` },
  })),
]
