import { sql } from 'kysely'
import type { Preparation, ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf, preparationOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { pageValues } from '../../../platform/publishing/testing/page-values.ts'
import { aliases } from '../aliases.ts'
import { products } from '../../products/products.ts'

export const examples: readonly ResourceExample[] = [
  // The product on sale depends on its members, and the sample has none.
  exampleOf(aliases, (n) => ({
    values: {
      ...pageValues(n),
      longText: `<p>Sample ${n} of an alias</p>`,
      canonicalId: null,
      displayPrice: 1_000 + n,
      displayCurrency: pick(['EUR', 'USD'], n),
      productIds: [],
      memberCount: 0,
      liveCount: 0,
      chosenProductId: null,
      choiceReason: null,
      fromPrice: null,
      currency: null,
      fromPriceAt: null,
    },
  })),
]

export const preparations: readonly Preparation[] = [
  preparationOf(aliases, async (id, { make }, db) => {
    const product = await make(products, { status: 'live', suspendedBecause: null })
    await sql`insert into alias_members (alias_id, product_id, rank) values (${id}, ${product}, 1)`.execute(db)
  }),
]
