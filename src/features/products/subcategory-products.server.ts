import { implement } from '../../core/http/endpoint.server.ts'
import { bothOf } from '../../platform/references/both-records.server.ts'
import { reassignReferences } from '../../platform/references/reassign-references.server.ts'
import { subcategories } from '../categories/subcategories.ts'
import { products } from './products.ts'
import { reassignProducts } from './subcategory-products.endpoints.ts'

export const reassignProductsServer = implement(reassignProducts, async ({ db, actor, params, input, audit }) => {
  const [own, to] = await bothOf(db, subcategories, params.id, input.toId)
  const handing = { db, grants: actor.grants, of: subcategories, fromId: own.id, toId: to.id, audit }
  return { moved: await reassignReferences(handing, [{ resource: products, key: 'subcategoryIds', isList: true }]) }
})
