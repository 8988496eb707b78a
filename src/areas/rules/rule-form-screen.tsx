import { useMemo, useState } from 'react'
import { recordIdIn } from '../../kit/record-id.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { useReferenceTitles } from '../../kit/screens/reference-titles.web.ts'
import { FormSkeleton } from '../../kit/screens/states.tsx'
import { useRouteParams, useRouteQuery } from '../../ui/navigation.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ConditionBuilder } from './condition-builder.tsx'
import { EnabledInput } from './enabled-input.tsx'
import { IntentProvider, nothingMeant, withIntent } from './rule-intent.web.ts'
import { rules } from './rules.ts'

const inputs = { eventIds: ConditionBuilder, isEnabled: EnabledInput }
/** A copy is switched on when somebody has looked at it. */
const anew = ['isEnabled'] as const

type Begin = Readonly<Record<string, unknown>>

export function RuleFormScreen() {
  const [{ id, from, category, subcategory, events }] = useRouteQuery()
  const { id: idInPath } = useRouteParams()
  const key = [idInPath ?? id, from, category, subcategory, events].join()
  return events === undefined ? <RuleOfSection key={key} /> : <RuleOfEvents key={key} ids={idsIn(events)} />
}

/** The ids of an address such as `12,15`, each once; what is none is left out. */
function idsIn(text: string): readonly number[] {
  return [...new Set(text.split(',').flatMap((one) => recordIdIn(one) ?? []))]
}

/** A new rule may begin with the category or the subcategory that the address names. */
function RuleOfSection() {
  const [{ category, subcategory, called }] = useRouteQuery()
  const [above, own] = [recordIdIn(category), recordIdIn(subcategory)]
  const begin = useMemo(() => {
    const titled = (id: number) => [{ id, title: called ?? `#${id}` }]
    if (own !== null) return { subcategoryIds: [own], subcategories: titled(own) }
    return above === null ? undefined : { categoryIds: [above], categories: titled(above) }
  }, [own, above, called])
  return <RuleForm begin={begin} />
}

/** Or with events, whose names it asks for. */
function RuleOfEvents({ ids }: { ids: readonly number[] }) {
  const { areKnown, titleOf } = useReferenceTitles(rules, { eventIds: ids })
  return areKnown ? <RuleForm begin={{ eventIds: ids, events: ids.map((id) => ({ id, title: titleOf('events', id) })) }} /> : <PageFrame><FormSkeleton /></PageFrame>
}

function RuleForm({ begin: given }: { begin: Begin | undefined }) {
  // What it begins with stays what it was, whatever is learnt of the titles later.
  const [begin] = useState(given)
  const intent = useState(nothingMeant)
  const definition = useMemo(() => withIntent(rules, intent[0]), [intent])
  return (
    <IntentProvider value={intent}>
      <FormScreen of={definition} inputs={inputs} anew={anew} {...(begin && { begin })} />
    </IntentProvider>
  )
}
