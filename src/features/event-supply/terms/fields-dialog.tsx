import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AnyField } from '../../../core/resource/fields.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useOnce } from '../../../ui/once.web.ts'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import classes from './provider-terms.module.css'

type Values = Readonly<Record<string, unknown>>

interface FieldsDialogProps {
  title: string
  fields: Readonly<Record<string, AnyField>>
  initial: Values
  action: string
  onSave: (values: Values) => Promise<unknown>
  onClose: () => void
}

/** Asks for some fields at once; what is wrong is said on its field, and nothing is lost. */
export function FieldsDialog({ title, fields, initial, action, onSave, onClose }: FieldsDialogProps) {
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const { isBusy, once } = useOnce()

  async function submit(): Promise<void> {
    try {
      await once(async () => {
        await onSave(values)
        onClose()
      })
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblems(failure.body.fields ?? { '': failure.message })
    }
  }

  return (
    <Dialog title={title} onClose={onClose} isBusy={isBusy} size={520}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {Object.entries(fields).map(([name, field]) => (
          <div key={name}>
            {inputOf(field, {
              name,
              value: values[name],
              error: problems[name],
              errors: {},
              readOnly: false,
              draft: values,
              record: null,
              onChange: (value) => {
                setValues((all) => ({ ...all, [name]: value }))
                setProblems({})
              },
            })}
          </div>
        ))}
        {problems[''] !== undefined && (
          <p role="alert" className={classes['problem']}>
            {problems['']}
          </p>
        )}
        <div className={classes['buttons']}>
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
