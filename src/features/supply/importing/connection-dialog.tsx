import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import type { Connection } from './import.endpoints.ts'
import { importEndpoints } from './import.endpoints.ts'
import classes from './imports.module.css'
import type { SupplierFacts } from './supplier-facts.ts'

interface ConnectionDialogProps {
  readonly supplier: SupplierFacts
  readonly connection: Connection
  readonly onClose: () => void
}

/** How a supplier is connected. A key that is stored is never shown, but for its last four signs. */
export function ConnectionDialog({ supplier, connection, onClose }: ConnectionDialogProps) {
  const { saveConnection } = useMemo(() => importEndpoints(supplier), [supplier])
  const save = useCommand(saveConnection, { quiet: [409, 422] })
  const [isEnabled, setEnabled] = useState(connection.isEnabled)
  const [baseUrl, setBaseUrl] = useState(connection.baseUrl)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(connection.fields)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const valuesOf = (isSecret: boolean) =>
    Object.fromEntries(
      supplier.connection
        .filter((field) => field.isSecret === isSecret && (typed[field.key] ?? '') !== '')
        .map(({ key }) => [key, typed[key] ?? '']),
    )

  async function submit(): Promise<void> {
    try {
      await save.mutateAsync({ input: { isEnabled, baseUrl, fields: valuesOf(false), secrets: valuesOf(true) } })
      toast.success(t('Connection saved'))
      onClose()
    } catch (failure) {
      if (failure instanceof FailedRequest && failure.status === 422)
        setProblems(failure.body.fields ?? { baseUrl: failure.message })
    }
  }

  return (
    <Dialog title={t('Connection to {supplier}', { supplier: supplier.name })} onClose={onClose} size={480}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Checkbox
          label={t('Imports on')}
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
        {supplier.connection.map((field) => (
          <ValueInput
            key={field.key}
            field={field}
            value={typed[field.key] ?? ''}
            lastFour={connection.secrets[field.key]}
            problem={problems[`${field.isSecret ? 'secrets' : 'fields'}.${field.key}`]}
            onChange={(value) => setTyped((before) => ({ ...before, [field.key]: value }))}
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

interface ValueInputProps {
  readonly field: SupplierFacts['connection'][number]
  readonly value: string
  /** Of a secret that is stored. */
  readonly lastFour: string | undefined
  readonly problem: string | undefined
  readonly onChange: (value: string) => void
}

function ValueInput({ field, value, lastFour, problem, onChange }: ValueInputProps) {
  return (
    <TextInput
      label={t(field.label)}
      type={field.isSecret ? 'password' : 'text'}
      autoComplete={field.isSecret ? 'new-password' : 'off'}
      value={value}
      error={problem}
      {...(lastFour !== undefined && {
        description: t('Stored, ends in {lastFour}. Blank keeps it.', { lastFour: lastFour || '…' }),
      })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
