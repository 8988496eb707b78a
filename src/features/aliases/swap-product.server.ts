import { sql } from 'kysely'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { SwapResult } from './alias.endpoints.ts'
import { swapProduct } from './alias.endpoints.ts'
import type { Page, Present } from './alias-members.server.ts'
import { afterMembers, lockPages, membersByPage } from './alias-members.server.ts'

interface Incoming {
  readonly id: number
  readonly title: string
  readonly status: string
}

/**
 * The other product takes over the position, the pin and, unless another page already has it, the main page. Pages that
 * cannot be changed are skipped, with the reason.
 */
export const swapProductServer = implement(swapProduct, async ({ db, input, audit }) => {
  const { fromId, toId } = input
  if (fromId === toId) throw invalid({ toId: t('Choose another product.') })
  const pages = await lockPages(db, input.ids)
  const {
    rows: [to],
  } = await sql<Incoming>`select id, title, status from products where id = ${toId}`.execute(db)
  if (!to) throw invalid({ toId: t('Product not found.') })
  if (to.status === 'retired')
    throw invalid({ toId: t('{title} is retired, so no page can front it any more.', { title: to.title }) })
  const found = new Map(pages.map((page) => [page.id, page]))
  const before = await membersByPage(db, input.ids)
  const results = [...new Set(input.ids)].map((id): SwapResult => {
    const message = obstacleTo(found.get(id), before.get(id) ?? [], fromId, to)
    return message === null ? { id, ok: true } : { id, ok: false, message }
  })
  const swapped = results.flatMap(({ id, ok }) => (ok ? (found.get(id) ?? []) : []))
  if (swapped.length === 0) return { results }
  await sql`
    with gone as (
      delete from alias_members where alias_id = any(${swapped.map(({ id }) => id)}::bigint[]) and product_id = ${fromId} returning alias_id, rank, is_pinned
    )
    insert into alias_members (alias_id, product_id, rank, is_pinned) select alias_id, ${toId}::bigint, rank, is_pinned from gone order by alias_id`.execute(
    db,
  )
  await afterMembers(db, swapped, before, audit)
  return { results }
})

/** Why a product cannot replace another on a page; null if it can. */
function obstacleTo(page: Page | undefined, present: readonly Present[], fromId: number, to: Incoming): string | null {
  if (!page) return t('Alias not found.')
  if (!present.some(({ productId }) => productId === fromId)) return t('It does not front that product.')
  if (present.some(({ productId }) => productId === to.id)) return t('It fronts both products already.')
  const staysLive =
    to.status === 'live' || present.some(({ productId, status }) => productId !== fromId && status === 'live')
  return page.publication === 'published' && page.liveCount > 0 && !staysLive
    ? t('It is published and would be left without a live product.')
    : null
}
