import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { lineups } from './lineups.ts'

export function LineupListScreen() {
  return <ListScreen of={lineups} />
}
