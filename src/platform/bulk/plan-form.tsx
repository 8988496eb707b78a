import { Button } from '@mantine/core'
import { useState } from 'react'
import { instant } from '../../core/resource/fields.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import classes from './bulk-edits.module.css'
import type { Plan } from './use-preview.web.ts'

const atField = instant({
  label: msg('Publish at'),
  help: msg('Blank means no change. Public reviews stay public.'),
})
const untilField = instant({ label: msg('Unpublish at'), help: msg('Blank means no change.') })

interface PlanFormProps {
  readonly plan: Plan
  readonly problems: Readonly<Record<string, string>>
  onChange(plan: Plan): void
  onPreview(): void
  onClose(): void
}

/** When many pages go public by themselves, and when they are taken down again. */
export function PlanForm({ plan, problems, onChange, onPreview, onClose }: PlanFormProps) {
  const [isEmpty, setEmpty] = useState(false)
  const shown: Readonly<Record<string, string>> = isEmpty ? { at: t('Choose a date and time.') } : problems
  const input = (key: keyof Plan, field: AnyField) =>
    inputOf(field, {
      name: key,
      value: plan[key] ?? null,
      error: shown[key],
      errors: shown,
      readOnly: false,
      draft: {},
      record: null,
      onChange: (value) => {
        setEmpty(false)
        const { [key]: _, ...rest } = plan
        onChange(typeof value === 'string' ? { ...rest, [key]: value } : rest)
      },
    })
  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (plan.at === undefined && plan.until === undefined) setEmpty(true)
        else onPreview()
      }}
    >
      {input('at', atField)}
      {input('until', untilField)}
      {shown[''] && (
        <p role="alert" className={classes['problem']}>
          {shown['']}
        </p>
      )}
      <p className={classes['hint']}>
        {t(
          'Each page is checked now and again at that time. If something is missing then, it doesn’t change and its history says why.',
        )}
      </p>
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button type="submit">{t('Preview')}</Button>
      </div>
    </form>
  )
}
