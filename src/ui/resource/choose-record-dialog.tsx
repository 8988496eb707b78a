import { Button } from '@mantine/core'
import { t } from '../../core/i18n/language.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import { refKey } from '../../core/resource/fields.ts'
import { Dialog } from '../dialog.tsx'
import classes from './choose-record-dialog.module.css'
import { inputOf } from './inputs.tsx'

interface ChooseRecordDialogProps {
  title: string
  /** The reference that is asked for. */
  field: AnyField
  name: string
  /** The id of the chosen record; null before. */
  value: number | null
  /** What the record is called that it begins with. */
  suggested?: { readonly id: number; readonly title: string } | undefined
  problem: string | undefined
  /** What is on the button. */
  action: string
  isBusy: boolean
  onChange: (id: number | null) => void
  onSubmit: () => void
  onClose: () => void
}

/** Asks for one record, and does something with it. */
export function ChooseRecordDialog(props: ChooseRecordDialogProps) {
  const { title, field, name, value, suggested, problem, action, isBusy, onChange, onSubmit, onClose } = props
  return (
    <Dialog title={title} onClose={onClose} size={460}>
      <form
        noValidate
        className={classes['stack']}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          onSubmit()
        }}
      >
        {inputOf(field, {
          name,
          value,
          error: problem,
          errors: {},
          readOnly: false,
          draft: { [name]: value },
          record: suggested ? { [refKey(name)]: suggested } : null,
          onChange: (chosen) => onChange(typeof chosen === 'number' ? chosen : null),
        })}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose}>
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
