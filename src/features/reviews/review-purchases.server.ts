import type { Actor } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import { crud } from '../../core/calls/crud.server.ts'
import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import { invalid } from '../../core/errors/errors.ts'
import type { Call, Implementation } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { parseList } from '../../core/list/list-query.server.ts'
import { assertSeen, withUnseenEmpty } from '../../platform/history/unseen-fields.server.ts'

type Values = Readonly<Record<string, unknown>>

/** What names the purchase that verifies a review. */
const names = ['purchaseId', 'purchase']

const seesPurchases = ({ grants }: Actor) => may(grants, 'ui', 'purchases') || may(grants, 'read', 'purchases')

/** People who can't see purchases get reviews without the name of the purchase. */
export const unseenBy = (actor: Actor): readonly string[] => (seesPurchases(actor) ? [] : ['purchaseId'])

/** A call in which people who can't see purchases ask for less. */
function asked(implementation: Implementation, prepare: (call: Call) => Call): Implementation {
  return {
    ...implementation,
    handle: async (call) => await implementation.handle(seesPurchases(call.actor) ? call : prepare(call)),
  }
}

/** The calls of a kind of reviews as the core makes them, in place of its own. */
export function reviewCalls(context: ResourceContext, timeZone: string): readonly Implementation[] {
  const { server, resource, lookup } = context
  const narrowed = (call: Call) => {
    assertSeen(server, call.actor, parseList(resource, call.query as Values, timeZone))
    return call
  }
  return crud(server, lookup, timeZone).flatMap((implementation) => {
    const { endpoint } = implementation
    if (!('operation' in endpoint)) return []
    const { operation } = endpoint
    const prepare = operation === 'list' ? narrowed : operation === 'update' ? unsent : undefined
    return withUnseenEmpty(server, prepare ? asked(implementation, prepare) : implementation)
  })
}

/** The call that takes a review in: a purchase that could be tried out would be named by the answer. */
export function withoutPurchases(intake: Implementation): Implementation {
  return asked(intake, (call) => {
    const { purchaseId = null, source } = (call.input ?? {}) as Values
    const problems = {
      ...(source === 'verified_purchase' && {
        source: t('Only people who can see purchases can enter a verified review.'),
      }),
      ...(purchaseId !== null && { purchaseId: t('Only people who can see purchases can choose one.') }),
    }
    if (Object.keys(problems).length > 0) throw invalid(problems)
    return call
  })
}

/** A record can be sent back whole as it was read. Another purchase is refused, the right one too. */
function unsent(call: Call): Call {
  if (typeof call.input !== 'object' || call.input === null) return call
  const input = { ...call.input } as Record<string, unknown>
  for (const key of names) {
    if ((input[key] ?? null) !== null) throw invalid({ [key]: t('{key} cannot be set.', { key }) })
    delete input[key]
  }
  return { ...call, input }
}
