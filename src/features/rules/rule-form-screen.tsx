import { useMemo, useState } from 'react'
import { recordIdIn } from '../../core/record-id.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { useReferenceTitles } from '../../ui/resource/reference-titles.web.ts'
import { FormSkeleton } from '../../ui/resource/states.tsx'
import { useRouteParams, useRouteQuery } from '../../ui/navigation.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ConditionBuilder } from './condition-builder.tsx'
import { EnabledInput } from './enabled-input.tsx'
import { IntentProvider, nothingMeant, withIntent } from './rule-intent.web.ts'
import { rules } from './rules.ts'

const inputs = { eventIds: ConditionBuilder, isEnabled: EnabledInput }
/** A copy stays off until it has been reviewed. */
const resetOnCopy = ['isEnabled'] as const

type Begin = Readonly<Record<string, unknown>>

export function RuleFormScreen() {
  const [{ id, from, category, subcategory, events }] = useRouteQuery()
  const { id: idInPath } = useRouteParams()
  const key = [idInPath ?? id, from, category, subcategory, events].join()
  return events === undefined ? <RuleOfSection key={key} /> : <RuleOfEvents key={key} ids={idsIn(events)} />
}

/** The ids in a parameter such as `12,15`, without duplicates; anything invalid is dropped. */
function idsIn(text: string): readonly number[] {
  return [...new Set(text.split(',').flatMap((one) => recordIdIn(one) ?? []))]
}

/** A new rule can start with the category or subcategory in the URL. */
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

/** Or with events, whose names it fetches. */
function RuleOfEvents({ ids }: { ids: readonly number[] }) {
  const { areKnown, titleOf } = useReferenceTitles(rules, { eventIds: ids })
  return areKnown ? (
    <RuleForm begin={{ eventIds: ids, events: ids.map((id) => ({ id, title: titleOf('events', id) })) }} />
  ) : (
    <PageFrame>
      <FormSkeleton />
    </PageFrame>
  )
}

function RuleForm({ begin: given }: { begin: Begin | undefined }) {
  // The initial values stay, even when titles arrive later.
  const [begin] = useState(given)
  const intent = useState(nothingMeant)
  const definition = useMemo(() => withIntent(rules, intent[0]), [intent])
  return (
    <IntentProvider value={intent}>
      <FormScreen of={definition} inputs={inputs} resetOnCopy={resetOnCopy} {...(begin && { begin })} />
    </IntentProvider>
  )
}
