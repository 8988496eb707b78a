import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { customers } from './customers.ts'

export function CustomerListScreen() {
  return <ListScreen of={customers} />
}
