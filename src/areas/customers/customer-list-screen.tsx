import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { customers } from './customers.ts'

const widths = { name: 150, email: 170 }

export function CustomerListScreen() {
  return <ListScreen of={customers} widths={widths} />
}
