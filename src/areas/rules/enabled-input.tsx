import { Checkbox } from '@mantine/core'
import type { AnyField } from '../../kit/fields.ts'
import { formatNumber } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import { useAnswer } from '../../kit/screens/client.web.ts'
import type { InputProps } from '../../kit/screens/input-props.ts'
import { inputOf } from '../../kit/screens/inputs.tsx'
import { useMay } from '../../kit/session.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { countLiveEvents } from './rule-calls.ts'
import type { Rule } from './rule-evaluation.ts'
import { dimensionsOf } from './rule-evaluation.ts'
import { isStoredForAll, useIntent } from './rule-intent.web.ts'
import classes from './rules.module.css'

/** Switches a rule on; one without any condition only when somebody says that everything is meant. */
export function EnabledInput({ field, ...props }: InputProps & { field: AnyField }) {
  const [{ from }] = useRouteQuery()
  const [{ added }, setIntent] = useIntent()
  // The form keeps a draft by the definition that rules are part of.
  const isForAll = dimensionsOf(props.draft as unknown as Rule).length === 0 && added.size === 0
  const isMeant = from === undefined && isStoredForAll(props.record)
  return (
    <>
      {inputOf(field, { ...props, onChange(value) {
        setIntent((before) => ({ ...before, mayHoldForAll: false }))
        props.onChange(value)
      } })}
      {isForAll && props.value === true && !isMeant && !props.readOnly && <ForAll onSaid={() => props.onChange(true)} />}
    </>
  )
}

function ForAll({ onSaid }: { onSaid: () => void }) {
  const [{ mayHoldForAll }, setIntent] = useIntent()
  const { data } = useAnswer(countLiveEvents, { enabled: useMay()('ui', 'events'), staleTime: 0 })
  const count = data?.count ?? 0
  const label = !data ? t('It may apply to everything') : data.isCapped ? t('It may apply to everything: more than {n} live events', { n: formatNumber(count) })
    : t('It may apply to everything: {n, plural, one {# live event} other {# live events}}', { n: count })
  return (
    <div className={classes['forAll']}>
      <p>{t('This rule has no condition.')}</p>
      <Checkbox label={label} checked={mayHoldForAll} onChange={({ currentTarget: { checked } }) => {
        setIntent((before) => ({ ...before, mayHoldForAll: checked }))
        // What was said of it is answered.
        onSaid()
      }} />
    </div>
  )
}
