import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { events } from './event/events.ts'
import { nextStartCell } from './event/next-start.tsx'

const cells = { nextStartsAt: nextStartCell }
/** With the time and what its zone is called. */
const widths = { nextStartsAt: 184 }

export function EventListScreen() {
  return <ListScreen of={events} cells={cells} widths={widths} />
}
