import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { integer } from '../../core/resource/fields.ts'
import { formatInstant } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { useBusinessZone } from '../../ui/resource/business-zone.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import type { WindowResults } from './rule-windows.ts'
import { maxDays, shiftRuleWindows } from './rule-windows.ts'
import classes from './rules.module.css'
import { rules } from './rules.ts'
import { shiftedWindow } from './shifted-window.ts'

const field = integer({
  required: true,
  min: -maxDays,
  max: maxDays,
  label: 'Days',
  help: 'Below zero is earlier. 7 is the same weekday, 364 the same weekday a year later.',
})

interface ShiftWindowsProps {
  readonly chosen: readonly AnyRecord[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/**
 * Shifts the windows of the selected rules by some days, or makes shifted copies, and lists the reason for each one
 * that stayed.
 */
export function ShiftWindowsDialog({ chosen, onClose, onDone }: ShiftWindowsProps) {
  const [days, setDays] = useState<unknown>(null)
  const [copies, setCopies] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [stayed, setStayed] = useState<WindowResults['results'] | null>(null)
  const shift = useCommand(shiftRuleWindows, { refresh: [rules], quiet: [422] })

  async function submit(): Promise<void> {
    if (typeof days !== 'number' || days === 0)
      return setProblem(t('Enter a number of days. Use a negative number for earlier.'))
    try {
      const { results } = await shift.mutateAsync({ input: { ids: chosen.map(({ id }) => id), days, copies } })
      const n = results.filter(({ ok }) => ok).length
      if (n > 0) {
        toast.success(
          copies
            ? t('{n, plural, one {# copy created, switched off} other {# copies created, switched off}}', { n })
            : t('{n, plural, one {# window shifted} other {# windows shifted}}', { n }),
        )
      }
      const left = results.filter(({ ok }) => !ok)
      if (left.length === 0) return onDone()
      setStayed(left)
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblem(failure.body.fields?.['days'] ?? failure.message)
    }
  }

  if (stayed) return <StayedDialog chosen={chosen} stayed={stayed} onClose={onDone} />
  return (
    <Dialog
      title={t('Shift the windows of {n, plural, one {# rule} other {# rules}}', { n: chosen.length })}
      onClose={onClose}
      isBusy={shift.isPending}
      size={480}
    >
      <form
        noValidate
        className={classes['builder']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {inputOf(field, {
          name: 'days',
          value: days,
          error: problem,
          errors: {},
          readOnly: false,
          draft: {},
          record: null,
          onChange: (value) => {
            setDays(value)
            setProblem(undefined)
          },
        })}
        <Checkbox
          checked={copies}
          onChange={({ currentTarget }) => setCopies(currentTarget.checked)}
          label={t('Keep them unchanged and create copies, switched off')}
        />
        {typeof days === 'number' && days !== 0 && (
          <Example
            rule={chosen.find(({ validFrom, validUntil }) => validFrom !== null || validUntil !== null)}
            days={days}
          />
        )}
        <div className={classes['adding']}>
          <Button variant="default" onClick={onClose} disabled={shift.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={shift.isPending}>
            {copies ? t('Create copies') : t('Shift')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface StayedDialogProps {
  readonly chosen: readonly AnyRecord[]
  readonly stayed: WindowResults['results']
  readonly onClose: () => void
}

/** The rules whose windows stayed, each with its reason. */
function StayedDialog({ chosen, stayed, onClose }: StayedDialogProps) {
  return (
    <Dialog
      title={t('{n, plural, one {# rule} other {# rules}} unchanged', { n: stayed.length })}
      onClose={onClose}
      size={520}
    >
      <ul>
        {stayed.map(({ id, message }) => (
          <li key={id}>
            <b>{String(chosen.find((rule) => rule.id === id)?.['name'] ?? id)}</b>: {message}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** The result for the first of them, so that the user does not have to count days. */
function Example({ rule, days }: { rule: AnyRecord | undefined; days: number }) {
  const zone = useBusinessZone()
  if (!rule) return <p className={classes['soft']}>{t('None has dates: they always apply.')}</p>
  if (!Number.isInteger(days) || Math.abs(days) > maxDays) return null
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
  const { validFrom, validUntil } = shiftedWindow(
    { validFrom: textOf(rule['validFrom']), validUntil: textOf(rule['validUntil']) },
    days,
    zone,
  )
  const [name, until] = [String(rule['name']), validUntil === null ? t('no end') : formatInstant(validUntil)]
  return (
    <p className={classes['soft']}>
      {validFrom === null
        ? t('{name} will hold until {until}.', { name, until })
        : t('{name} will hold from {from} until {until}.', { name, from: formatInstant(validFrom), until })}
    </p>
  )
}
