import { sql } from 'kysely'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { AliasMembers } from './alias.endpoints.ts'
import { sellProduct } from './alias.endpoints.ts'
import { afterMembers, aliasIdOf, lockPages, membersByPage, membersOf, noSuchAlias } from './alias-members.server.ts'
import type { SelectionPolicy } from './selection.ts'

/** A pin alone changes nothing on a page that sells the cheapest, so both are one step here: the pin, and that it counts. */
export const sellProductServer = implement(sellProduct, async ({ db, params, input: { productId }, audit }) => {
  const [page] = await lockPages(db, [aliasIdOf(params)])
  if (!page) throw noSuchAlias()
  const before = await membersByPage(db, [page.id])
  const member = before.get(page.id)?.find((one) => one.productId === productId)
  if (!member)
    throw new Refusal(409, t('{title} no longer fronts that product. Check its products.', { title: page.title }))
  if (member.status !== 'live')
    throw new Refusal(409, t('{product} is not live, so it cannot be sold.', { product: member.title }))
  const {
    rows: [found],
  } = await sql<{
    policy: SelectionPolicy
  }>`select selection_policy as policy from aliases where id = ${page.id}`.execute(db)
  const isSwitched = found !== undefined && found.policy !== 'pinned'
  if (!isSwitched && member.isPinned) return JSON.parse(await membersOf(db, page.id)) as AliasMembers
  await sql`update alias_members set is_pinned = false where alias_id = ${page.id} and is_pinned`.execute(db)
  await sql`update alias_members set is_pinned = true where alias_id = ${page.id} and product_id = ${productId}`.execute(
    db,
  )
  await sql`update aliases set selection_policy = 'pinned' where id = ${page.id}`.execute(db)
  await afterMembers(db, [page], before, audit)
  if (isSwitched)
    audit.record({
      action: 'update',
      object: 'aliases',
      recordId: page.id,
      title: page.title,
      before: { selectionPolicy: found.policy },
      after: { selectionPolicy: 'pinned' },
    })
  return JSON.parse(await membersOf(db, page.id)) as AliasMembers
})
