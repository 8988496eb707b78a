import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { locales } from './locales.ts'

export function LocaleListScreen() {
  return <ListScreen of={locales} />
}
