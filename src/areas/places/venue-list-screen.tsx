import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { venues } from './venues.ts'

export function VenueListScreen() {
  return <ListScreen of={venues} />
}
