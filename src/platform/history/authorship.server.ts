import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import { fetchRecord, idOf, missing } from '../../core/calls/record-rows.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import type { Step } from './audit-trail.server.ts'
import { endsOf } from './audit-trail.server.ts'
import type { Hand } from './record.endpoints.ts'
import { authorshipEndpoint } from './record.endpoints.ts'

const handOf = ({ at, actorKind, actorName, reason }: Step): Hand => ({ at, actorKind, actorName, reason })

/** Read from the audit, like the history: columns beside the record could contradict it. */
export function authorshipServer(context: ResourceContext): Implementation {
  return implement(authorshipEndpoint(context.resource), async (call) => {
    const id = idOf(context, call)
    const [first, last = first] = await endsOf(call.db, context.resource, id)
    if (!first && !(await fetchRecord(context, call, id))) throw missing(context)
    const made = first && first.before === null && first.after !== null ? first : null
    return { created: made && handOf(made), changed: last && last !== made ? handOf(last) : null }
  })
}
