import type { Desk } from '../../kit/crud.server.ts'
import { fetchRecord, idOf, missing } from '../../kit/crud.server.ts'
import type { Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import type { Step } from './audit-trail.server.ts'
import { endsOf } from './audit-trail.server.ts'
import type { Hand } from './record-calls.ts'
import { authorshipEndpoint } from './record-calls.ts'

const handOf = ({ at, actorKind, actorName, reason }: Step): Hand => ({ at, actorKind, actorName, reason })

/** Told by the audit, like the history: columns beside the record could say otherwise. */
export function authorshipServer(desk: Desk): Implementation {
  return implement(authorshipEndpoint(desk.resource), async (call) => {
    const id = idOf(desk, call)
    const [first, last = first] = await endsOf(call.db, desk.resource, id)
    if (!first && !await fetchRecord(desk, call, id)) throw missing(desk)
    const made = first && first.before === null && first.after !== null ? first : null
    return { created: made && handOf(made), changed: last && last !== made ? handOf(last) : null }
  })
}
