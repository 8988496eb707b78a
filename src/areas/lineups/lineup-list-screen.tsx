import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { lineups } from './lineups.ts'

const widths = { name: 220 }

export function LineupListScreen() {
  return <ListScreen of={lineups} widths={widths} />
}
