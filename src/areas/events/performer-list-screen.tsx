import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { performers } from './performers.ts'

export function PerformerListScreen() {
  return <ListScreen of={performers} />
}
