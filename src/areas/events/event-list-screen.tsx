import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { events } from './events.ts'

export function EventListScreen() {
  return <ListScreen of={events} />
}
