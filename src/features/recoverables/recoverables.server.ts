import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import { serve } from '../../core/resource/resource.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { requireFreshSignIn } from '../../platform/auth/sign-in/fresh-sign-in.server.ts'
import { lockOrder } from '../orders/order-moves.server.ts'
import { assertMayGive } from '../payments/refund-limits.server.ts'
import type { RecoverableAges } from './recoverable.endpoints.ts'
import { decideRecoverable, previewRecoverable, readRecoverableAges } from './recoverable.endpoints.ts'
import type { RecoverableDecision, RecoverableState } from './recoverable-states.ts'
import { becomes } from './recoverable-states.ts'
import { recoverables } from './recoverables.ts'

const days = sql`greatest(0, extract(day from coalesce(t.decided_at, now()) - t.arose_at)::integer)`
const bandOf = (age: ReturnType<typeof sql>) =>
  sql`case when ${age} <= 30 then '0-30' when ${age} <= 60 then '31-60' when ${age} <= 90 then '61-90' else '90+' end`
const ofOrder = (column: string) => sql`(select ${sql.ref(`p.${column}`)} from purchases p where p.id = t.purchase_id)`

export const recoverablesServer = serve(recoverables, {
  derived: {
    reference: ofOrder('reference'),
    orderKind: ofOrder('kind'),
    // One that was decided is as old as it became.
    age: days,
    ageBand: bandOf(days),
    decidedByName: sql`(select s.name from staff s where s.id = t.decided_by)`,
  },
})

interface Claim {
  readonly id: number
  readonly version: number
  readonly purchaseId: number
  readonly reference: string
  readonly cityId: number
  readonly provider: string
  readonly owedBy: 'seller' | 'provider'
  readonly state: RecoverableState
  readonly currency: string
  readonly amount: number
}

export const implementedRecoverables: readonly Implementation[] = [
  implement(readRecoverableAges, async ({ db }) => {
    const { rows } = await sql<RecoverableAges[number]>`
      select t.currency, ${bandOf(days)} as band, sum(l.amount)::bigint as amount, count(distinct t.id)::integer as claims
      from recoverables t join ledger_entries l on l.refund_id = t.refund_id and l.account = 'recoverables'
      where t.state = 'open' group by 1, 2 order by 1, 2`.execute(db)
    return rows
  }),

  implement(
    previewRecoverable,
    async ({ db, params, input: { decision }, actor }) => {
      const claim = await decidable(db, params.id, { decision, actor, isLocked: false })
      return { effects: [...effectsOf(claim, decision)], token: tokenOf(claim, decision) }
    },
    { transaction: false, enforcesLimits: true },
  ),

  implement(
    decideRecoverable,
    async ({ db, params, input: { decision, reason, token }, actor, audit }) => {
      requireFreshSignIn(actor, decision === 'settle' ? t('settle a recoverable') : t('write off a recoverable'))
      const claim = await decidable(db, params.id, { decision, actor, isLocked: true })
      if (token !== tokenOf(claim, decision))
        throw new Refusal(409, t('This recoverable has changed since the preview. Check it again.'), {
          error: 'PreviewChanged',
        })
      const state = becomes[decision]
      // The database posts it in the same statement.
      await sql`
        update recoverables set state = ${state}, reason = ${reason}, decided_by = ${actor.behind?.id ?? actor.id}, decided_at = now(),
          updated_at = now(), version = version + 1
        where id = ${claim.id}`.execute(db)
      audit.record({
        action: decision === 'settle' ? 'settle' : 'write-off',
        object: 'recoverables',
        recordId: claim.id,
        title: claim.reference,
        before: { state: claim.state },
        after: { state, amount: claim.amount, currency: claim.currency },
        reason,
        version: claim.version + 1,
      })
      return { message: decision === 'settle' ? t('Recoverable settled') : t('Recoverable written off') }
    },
    { enforcesLimits: true },
  ),
]

interface Wish {
  readonly decision: RecoverableDecision
  readonly actor: Actor
  readonly isLocked: boolean
}

/** The claim, if the person can decide on it now; behind the lock of its order where it is about to change. */
async function decidable(db: Db, id: string, { decision, actor, isLocked }: Wish): Promise<Claim> {
  const missing = new Refusal(404, t('Recoverable not found.'))
  const recordId = recordIdIn(id)
  if (recordId === null) throw missing
  if (isLocked) await lockOrder(db, sql`p.id = (select purchase_id from recoverables where id = ${recordId})`)
  const { rows } = await sql<Claim>`
    select c.id, c.version, c.purchase_id as "purchaseId", p.reference, p.city_id as "cityId", v.name as provider,
      c.owed_by as "owedBy", c.state, c.currency, c.amount
    from recoverables c join purchases p on p.id = c.purchase_id join providers v on v.id = c.provider_id
    where c.id = ${recordId}`.execute(db)
  const [claim] = rows
  if (!claim) throw missing
  const { cityId, amount, currency } = claim
  // Writing off gives the money away, as a refund does.
  await assertMayGive(actor, db, { cityId, currency, amount: decision === 'write_off' ? amount : 0 })
  if (claim.state !== 'open')
    throw new Refusal(409, t('This recoverable has already been decided.'), { error: 'NotPossible' })
  return claim
}

function* effectsOf({ amount, currency, provider, owedBy }: Claim, decision: RecoverableDecision): Generator<string> {
  const words = formatMoney(amount, currency)
  const who = owedBy === 'provider' ? provider : t('the seller')
  if (decision === 'settle') {
    yield t('{amount} is set off against what we owe {who}.', { amount: words, who })
    yield t('The claim closes as settled.')
  } else {
    yield t('We lose {amount}, which {who} keeps.', { amount: words, who })
    yield t('It’s posted as a write-off. The margin of the order stays.')
  }
  yield t('This can’t be undone.')
}

/** Names what a person saw. */
const tokenOf = ({ id, version, state, amount, currency }: Claim, decision: RecoverableDecision) =>
  createHash('sha256')
    .update(JSON.stringify([id, version, state, amount, currency, decision]))
    .digest('base64url')
    .slice(0, 32)
