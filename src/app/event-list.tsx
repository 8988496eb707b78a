import { nextStartCell } from '../areas/events/next-start.tsx'
import { EventListScreen } from '../areas/merges/merge-list-screens.tsx'
import { useMay } from '../kit/session.web.ts'
import { late } from '../ui/late.tsx'

const RuleForEvents = late(async () => (await import('../areas/rules/rule-for-events.tsx')).RuleForEvents)

const cells = { nextStartsAt: nextStartCell }

/** Events, of which those that are selected can become the condition of a rule. */
export function EventList() {
  return <EventListScreen cells={cells} RuleForEvents={useMay()('write', 'rules') ? RuleForEvents : null} />
}
