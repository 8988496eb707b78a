import { useMemo } from 'react'
import { recordIdIn } from '../../kit/record-id.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { ConditionBuilder } from './condition-builder.tsx'
import { rules } from './rules.ts'

const inputs = { eventIds: ConditionBuilder }
/** A copy is switched on when somebody has looked at it. */
const anew = ['isEnabled'] as const

/** A new rule may begin with the category that the address names. */
export function RuleFormScreen() {
  const [{ category, called }] = useRouteQuery()
  const id = recordIdIn(category)
  const begin = useMemo(() => (id === null ? undefined : { categoryIds: [id], categories: [{ id, title: called ?? `#${id}` }] }), [id, called])
  return <FormScreen key={id ?? 0} of={rules} inputs={inputs} anew={anew} {...(begin && { begin })} />
}
