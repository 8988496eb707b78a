import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { performers } from './performers.ts'

export function PerformerFormScreen() {
  return <FormScreen of={performers} />
}
