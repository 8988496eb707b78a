import { useMemo, useState } from 'react'
import { recordIdIn } from '../../kit/record-id.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { useRouteParams, useRouteQuery } from '../../ui/navigation.tsx'
import { ConditionBuilder } from './condition-builder.tsx'
import { EnabledInput } from './enabled-input.tsx'
import { IntentProvider, nothingMeant, withIntent } from './rule-intent.web.ts'
import { rules } from './rules.ts'

const inputs = { eventIds: ConditionBuilder, isEnabled: EnabledInput }
/** A copy is switched on when somebody has looked at it. */
const anew = ['isEnabled'] as const

export function RuleFormScreen() {
  const [{ id, from, category }] = useRouteQuery()
  const { id: idInPath } = useRouteParams()
  return <RuleForm key={[idInPath ?? id, from, category].join()} />
}

/** A new rule may begin with the category that the address names. */
function RuleForm() {
  const [{ category, called }] = useRouteQuery()
  const id = recordIdIn(category)
  const begin = useMemo(() => (id === null ? undefined : { categoryIds: [id], categories: [{ id, title: called ?? `#${id}` }] }), [id, called])
  const intent = useState(nothingMeant)
  const definition = useMemo(() => withIntent(rules, intent[0]), [intent])
  return (
    <IntentProvider value={intent}>
      <FormScreen of={definition} inputs={inputs} anew={anew} {...(begin && { begin })} />
    </IntentProvider>
  )
}
