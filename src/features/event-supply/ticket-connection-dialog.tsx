import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import classes from './event-supply.module.css'
import type { TicketConnection } from './ticket-connections.endpoints.ts'
import { useSaveConnection } from './ticket-connections.web.ts'

interface TicketConnectionDialogProps {
  readonly connection: TicketConnection
  readonly onClose: () => void
}

/** How a provider of tickets is connected. A stored secret is never shown, but for its last four signs. */
export function TicketConnectionDialog({ connection, onClose }: TicketConnectionDialogProps) {
  const save = useSaveConnection(connection.code)
  const [isEnabled, setEnabled] = useState(connection.source === 'none' || connection.isEnabled)
  const [baseUrl, setBaseUrl] = useState(connection.baseUrl)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(connection.fields)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const valuesOf = (isSecret: boolean) =>
    Object.fromEntries(
      connection.needs.flatMap((field) => {
        const value = typed[field.key] ?? ''
        return field.isSecret === isSecret && value !== '' ? [[field.key, value]] : []
      }),
    )

  async function submit(): Promise<void> {
    try {
      await save.mutateAsync({ isEnabled, baseUrl, fields: valuesOf(false), secrets: valuesOf(true) })
      toast.success(t('Connection saved'))
      onClose()
    } catch (failure) {
      if (failure instanceof FailedRequest && failure.status === 422)
        setProblems(failure.body.fields ?? { baseUrl: failure.message })
    }
  }

  return (
    <Dialog title={t('Connection to {supplier}', { supplier: connection.name })} onClose={onClose} size={480}>
      <form
        noValidate
        className={classes['stack']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Checkbox
          label={t('Connection on')}
          checked={isEnabled}
          onChange={(event) => setEnabled(event.currentTarget.checked)}
        />
        <TextInput
          label={t('API address')}
          type="url"
          value={baseUrl}
          error={problems['baseUrl']}
          onChange={(event) => setBaseUrl(event.currentTarget.value)}
        />
        {connection.needs.map(({ key, label, isSecret }) => (
          <TextInput
            key={key}
            label={label}
            type={isSecret ? 'password' : 'text'}
            autoComplete={isSecret ? 'new-password' : 'off'}
            value={typed[key] ?? ''}
            error={problems[`${isSecret ? 'secrets' : 'fields'}.${key}`]}
            {...(connection.secrets[key] !== undefined && {
              description: t('Stored, ends in {lastFour}. Blank keeps it.', {
                lastFour: connection.secrets[key] || '…',
              }),
            })}
            onChange={(event) => {
              const { value } = event.currentTarget
              setTyped((before) => ({ ...before, [key]: value }))
            }}
          />
        ))}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
