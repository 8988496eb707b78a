import type { Actor } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import { crud } from '../../core/calls/crud.server.ts'
import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { Call, Implementation } from '../../core/http/endpoint.server.ts'
import { JsonText } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { parseList } from '../../core/list/list-query.server.ts'

type Values = Readonly<Record<string, unknown>>

/** What names the purchase that verifies a review. */
const names = ['purchaseId', 'purchase']

const seesPurchases = ({ grants }: Actor) => may(grants, 'ui', 'purchases') || may(grants, 'read', 'purchases')

function unnamed(record: unknown): Values {
  // Boundary: records of reviews, as the core answers them.
  const entries = Object.entries(record as Values)
  return Object.fromEntries(entries.map(([key, value]) => [key, names.includes(key) ? null : value]))
}

/** A call that answers with reviews: people who can't see purchases get them without the purchase's name. */
export function withPurchasesHidden(
  implementation: Implementation,
  prepared: (call: Call) => Call = (call) => call,
): Implementation {
  return {
    ...implementation,
    handle: async (call) => {
      if (seesPurchases(call.actor)) return await implementation.handle(call)
      try {
        const answer = await implementation.handle(prepared(call))
        if (!(answer instanceof JsonText)) return unnamed(answer)
        return new JsonText(JSON.stringify((JSON.parse(answer.text) as unknown[]).map(unnamed)))
      } catch (error) {
        if (!(error instanceof Refusal) || !error.current) throw error
        const { status, message, code, headers, current } = error
        throw new Refusal(status, message, { error: code, headers, current: unnamed(current) })
      }
    },
  }
}

/** The calls of a kind of reviews as the core makes them, in place of its own. */
export function reviewCalls(context: ResourceContext, timeZone: string): readonly Implementation[] {
  return crud(context.server, context.lookup, timeZone).flatMap((implementation) => {
    const { endpoint } = implementation
    if (!('operation' in endpoint)) return []
    return endpoint.operation === 'list'
      ? withPurchasesHidden(implementation, (call) => unasked(context, call, timeZone))
      : withPurchasesHidden(implementation, endpoint.operation === 'update' ? unsent : undefined)
  })
}

/** Refuses to narrow a list by the purchase: that would name it by trying. */
function unasked({ resource }: ResourceContext, call: Call, timeZone: string): Call {
  const { tests } = parseList(resource, call.query as Values, timeZone)
  const asked = tests.find(({ key }) => names.includes(key))
  if (!asked) return call
  const many = t(resource.label[1])
  throw invalid({ [asked.key]: t('{many} cannot be filtered by {key}.', { many, key: asked.key }) })
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
