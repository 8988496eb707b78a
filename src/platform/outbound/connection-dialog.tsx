import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import classes from './connection-dialog.module.css'

type Texts = Readonly<Record<string, string>>

/** How an outside service is reached. */
interface ConnectionValues {
  readonly isEnabled: boolean
  readonly baseUrl: string
  readonly fields: Texts
  readonly secrets: Texts
}

interface ConnectionDialogProps {
  /** Whose connection it is. */
  readonly name: string
  /** What the switch says. */
  readonly switchLabel: string
  /** As it is stored: of secrets there are the last four signs. */
  readonly stored: ConnectionValues
  /** What the service asks for besides its address. Labels are in the language of the page. */
  readonly needs: readonly { readonly key: string; readonly label: string; readonly isSecret: boolean }[]
  /** What else people should know of how it is called, in the language of the page. */
  readonly note?: string | null
  readonly isSaving: boolean
  readonly onSave: (values: ConnectionValues) => Promise<unknown>
  readonly onClose: () => void
}

/** Changes a connection. A stored secret is never shown, but for its last four signs; left blank it stays. */
export function ConnectionDialog(props: ConnectionDialogProps) {
  const { name, switchLabel, stored, needs, note = null, isSaving, onSave, onClose } = props
  const [isEnabled, setEnabled] = useState(stored.isEnabled)
  const [baseUrl, setBaseUrl] = useState(stored.baseUrl)
  const [typed, setTyped] = useState<Texts>(stored.fields)
  const [problems, setProblems] = useState<Texts>({})
  const valuesOf = (isSecret: boolean) =>
    Object.fromEntries(
      needs
        .filter((field) => field.isSecret === isSecret && (typed[field.key] ?? '') !== '')
        .map(({ key }) => [key, typed[key] ?? '']),
    )

  async function submit(): Promise<void> {
    try {
      await onSave({ isEnabled, baseUrl, fields: valuesOf(false), secrets: valuesOf(true) })
      toast.success(t('Connection saved'))
      onClose()
    } catch (failure) {
      if (failure instanceof FailedRequest && failure.status === 422)
        setProblems(failure.body.fields ?? { baseUrl: failure.message })
    }
  }

  return (
    <Dialog title={t('Connection to {supplier}', { supplier: name })} onClose={onClose} isBusy={isSaving} size={480}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Checkbox
          label={switchLabel}
          checked={isEnabled}
          onChange={(event) => setEnabled(event.currentTarget.checked)}
        />
        <TextInput
          label={t('API URL')}
          type="url"
          value={baseUrl}
          error={problems['baseUrl']}
          onChange={(event) => setBaseUrl(event.currentTarget.value)}
        />
        {needs.map(({ key, label, isSecret }) => (
          <TextInput
            key={key}
            label={label}
            type={isSecret ? 'password' : 'text'}
            autoComplete={isSecret ? 'new-password' : 'off'}
            value={typed[key] ?? ''}
            error={problems[`${isSecret ? 'secrets' : 'fields'}.${key}`]}
            {...(stored.secrets[key] !== undefined && {
              description: t('Stored, ends in {lastFour}. Blank keeps it.', { lastFour: stored.secrets[key] || '…' }),
            })}
            onChange={(event) => {
              const { value } = event.currentTarget
              setTyped((before) => ({ ...before, [key]: value }))
            }}
          />
        ))}
        {note !== null && <p className={classes['note']}>{note}</p>}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={isSaving}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isSaving}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
