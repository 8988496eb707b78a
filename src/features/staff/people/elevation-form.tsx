import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import classes from './admin-users.module.css'
import { inHours } from './staff-messages.ts'
import { roleDescription, roleTitle } from '../../../platform/auth/role-labels.ts'

const durations = [15, 30, 60, 120, 240, 480]

interface ElevationValues {
  readonly role: string
  readonly minutes: number
  readonly reason: string
}

interface ElevationFormProps {
  readonly roles: readonly { readonly name: string; readonly description: string }[]
  /** `Ask` or `Grant`. */
  readonly verb: string
  readonly onCancel?: () => void
  /** Rejects when the server refuses. */
  readonly onSubmit: (values: ElevationValues) => Promise<void>
}

const choiceOf = ({ name }: { readonly name: string }) => ({ value: name, label: roleTitle(name) })

/** Which role, for how long and why: the same questions whether one asks or grants. */
export function ElevationForm({ roles, verb, onCancel, onSubmit }: ElevationFormProps) {
  const [role, setRole] = useState('')
  const [minutes, setMinutes] = useState(60)
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)

  async function submit(): Promise<void> {
    const found = {
      ...(role === '' && { role: t('Choose a role.') }),
      ...(reason.trim().length < 10 && { reason: t('Enter what you need it for, in at least 10 characters.') }),
    }
    setProblems(found)
    if (Object.keys(found).length > 0 || isBusy) return
    setBusy(true)
    try {
      await onSubmit({ role, minutes, reason })
    } catch (failure) {
      if (failure instanceof FailedRequest && [409, 422].includes(failure.status))
        setProblems(failure.body.fields ?? { '': failure.message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void submit()
      }}
    >
      <NativeSelect
        label={t('Role')}
        required
        value={role}
        error={problems['role']}
        description={roleDescription(roles.find(({ name }) => name === role)?.description ?? '')}
        onChange={(event) => setRole(event.currentTarget.value)}
        data={[{ value: '', label: t('Choose a role') }, ...roles.map(choiceOf)]}
      />
      <NativeSelect
        label={t('For how long')}
        value={String(minutes)}
        error={problems['minutes']}
        onChange={(event) => setMinutes(Number(event.currentTarget.value))}
        data={durations.map((value) => ({ value: String(value), label: inHours(value) }))}
      />
      <Textarea
        label={t('Reason')}
        required
        value={reason}
        maxLength={500}
        minRows={2}
        autosize
        error={problems['reason']}
        description={t('Kept in the audit log, and shown to people who can see it.')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {problems[''] && (
        <p role="alert" className={classes['problem']}>
          {problems['']}
        </p>
      )}
      <div className={classes['buttons']}>
        {onCancel && (
          <Button variant="default" onClick={onCancel} disabled={isBusy}>
            {t('Cancel')}
          </Button>
        )}
        <Button type="submit" loading={isBusy}>
          {verb}
        </Button>
      </div>
    </form>
  )
}
