import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { ConditionBuilder } from './condition-builder.tsx'
import { rules } from './rules.ts'

const inputs = { eventIds: ConditionBuilder }
/** A copy is switched on when somebody has looked at it. */
const anew = ['isEnabled'] as const

export function RuleFormScreen() {
  return <FormScreen of={rules} inputs={inputs} anew={anew} />
}
