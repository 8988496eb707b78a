import { Button } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { recordIdIn } from '../../../core/record-id.ts'
import type { AnyField } from '../../../core/resource/fields.ts'
import { isWritable } from '../../../core/resource/fields.ts'
import { t } from '../../../core/i18n/language.ts'
import { lazyScreen } from '../../../ui/lazy-screen.tsx'
import { useRouteQuery } from '../../../ui/navigation.tsx'
import { FormScreen } from '../../../ui/resource/form-screen.tsx'
import type { InputProps } from '../../../ui/resource/input-props.ts'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import { HowRulesWork } from './how-rules-work.tsx'
import { riskRules } from './risk-rules.ts'
import { riskSentence } from './risk-labels.ts'
import classes from './risk.module.css'

const TryRiskDialog = lazyScreen(async () => (await import('./try-risk-dialog.tsx')).TryRiskDialog)

const inputs = { isEnabled: EnabledInput }

export function RiskRuleFormScreen() {
  return <FormScreen of={riskRules} notice={<HowRulesWork />} inputs={inputs} />
}

/** Below what it decides on: the whole rule in words, and its trial. */
function EnabledInput({ field, ...props }: InputProps & { field: AnyField }) {
  const [query] = useRouteQuery()
  return (
    <>
      {inputOf(field, props)}
      <Trial id={recordIdIn(query['id'])} draft={props.draft} />
    </>
  )
}

type Draft = Readonly<Record<string, unknown>>

/** The rule as a sentence, and the way to see what it would do before it is saved. */
function Trial({ id, draft }: { id: number | null; draft: Draft }) {
  const [isOpen, setOpen] = useState(false)
  const sentence = riskSentence(draft)
  return (
    <div className={classes['trial']}>
      <p role="status">{sentence ?? t('Fill in the rule to read it as a sentence.')}</p>
      <Button
        variant="light"
        leftSection={<IconFlask size={15} aria-hidden />}
        disabled={sentence === null}
        onClick={() => setOpen(true)}
      >
        {t('Try on last month')}
      </Button>
      {isOpen && (
        <Suspense>
          <TryRiskDialog id={id} draft={writable(draft)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function writable(draft: Draft): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(riskRules.fields)
      .filter(([, field]) => isWritable(field))
      .map(([key]) => [key, draft[key]]),
  )
}
