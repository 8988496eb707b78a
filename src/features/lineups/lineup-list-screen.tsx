import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { lineups } from './lineups.ts'

export function LineupListScreen() {
  return <ListScreen of={lineups} />
}
