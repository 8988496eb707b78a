import { sql } from 'kysely'
import { implement } from '../../../core/http/endpoint.server.ts'
import { parseRange, rangeText } from '../../../core/ip-address.ts'
import { t } from '../../../core/i18n/language.ts'
import { serve } from '../../../core/resource/resource.server.ts'
import { requireFreshSignIn } from '../sign-in/fresh-sign-in.server.ts'
import { expectPolicyChange, hasRanges, isInAnyRange, isTrustedAddress } from './ip-policy.server.ts'
import { expireIpRanges, readOwnAddress } from './ip-range-commands.ts'
import { ipRanges } from './ip-ranges.ts'
import { assertStillAdmitted } from './lock-out.server.ts'

export const activeOrExpired = sql`(case when t.expires_at <= now() then 'expired' else 'active' end)`

export const ipRangesServer = serve(ipRanges, {
  derived: { state: activeOrExpired },
  async beforeSave({ draft, actor }) {
    requireFreshSignIn(actor, t('change who can sign in'))
    // The definition has refused whatever is no range.
    const range = parseRange(String(draft['range']))
    if (range) draft['range'] = rangeText(range)
    expectPolicyChange()
  },
  async afterSave({ db, actor, address, id }) {
    await assertStillAdmitted(db, { actor, address, saved: id })
  },
  async beforeDelete({ current, db, actor, address }) {
    requireFreshSignIn(actor, t('change who can sign in'))
    expectPolicyChange()
    // Ended, it admits as little as deleted, so that the rule can look at the ranges as they will be.
    const id = Number(current['id'])
    if (!(await hasRanges(db, id))) return
    await sql`update ip_ranges set expires_at = now() where id = ${id}`.execute(db)
    await assertStillAdmitted(db, { actor, address, saved: null })
  },
})

export const expireIpRangesServer = implement(expireIpRanges, async ({ input, db, actor, request, audit }) => {
  requireFreshSignIn(actor, t('change who can sign in'))
  expectPolicyChange()
  const { rows } = await sql<{ id: number; label: string; before: string | null; after: string }>`
    update ip_ranges r set expires_at = now(), version = r.version + 1, updated_at = now()
    from (select id, expires_at from ip_ranges where id = any(${input.ids}) order by id for update) old
    where r.id = old.id and (old.expires_at is null or old.expires_at > now())
    returning r.id, r.label, old.expires_at as before, r.expires_at as after`.execute(db)
  await assertStillAdmitted(db, { actor, address: request.clientAddress, saved: null })
  for (const { id, label, before, after } of rows) {
    audit.record({
      action: 'expire',
      object: 'ip-ranges',
      recordId: id,
      title: label,
      before: { expiresAt: before },
      after: { expiresAt: after },
      ...(input.reason && { reason: input.reason }),
    })
  }
  return { expired: rows.map(({ id }) => id) }
})

export const readOwnAddressServer = implement(readOwnAddress, async ({ db, actor, request }) => {
  const address = request.clientAddress
  const isInRange = await isInAnyRange(db, address)
  const isTrusted = !isInRange && actor.id !== null && (await isTrustedAddress(db, actor.id, address))
  return {
    address,
    isOn: await hasRanges(db),
    admittedBy: isInRange ? ('range' as const) : isTrusted ? ('trust' as const) : null,
  }
})
