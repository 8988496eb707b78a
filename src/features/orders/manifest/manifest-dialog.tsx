import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Button, Checkbox, NativeSelect, Radio, TextInput } from '@mantine/core'
import { useState } from 'react'
import { http } from '../../../core/browser/http-client.web.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { localOf, ownZone } from '../../../core/zoned-time.ts'
import type { ExportFormat } from '../../../platform/transfer/exports.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DateInput } from '../../../ui/resource/date-input.tsx'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { useSeesPersonalData } from '../../../ui/resource/personal-data.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import type { ManifestSlot } from './manifest.endpoints.ts'
import { exportManifest, readManifestSlots } from './manifest.endpoints.ts'
import classes from './manifest.module.css'

interface ManifestDialogProps {
  readonly subject: { readonly performanceId: number } | { readonly productId: number }
  readonly onClose: () => void
}

const formats: Readonly<Record<ExportFormat, string>> = { xlsx: 'Excel (XLSX)', csv: 'CSV' }

/** Asks for the day of a product, the kind of file, and why phone numbers are needed in full. */
export function ManifestDialog({ subject, onClose }: ManifestDialogProps) {
  const isOfDay = 'productId' in subject
  const [date, setDate] = useState<string | null>(() => (isOfDay ? localOf(new Date(), ownZone()).slice(0, 10) : null))
  /** Null for all times of the day. */
  const [time, setTime] = useState<string | null>(null)
  const slots = useSlots(subject, date)
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  /** Null where masked numbers do. */
  const [reason, setReason] = useState<string | null>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)

  async function save(): Promise<void> {
    setBusy(true)
    setProblems({})
    try {
      const body = { ...subject, format, ...(isOfDay && { date, time }), ...(reason !== null && { reason }) }
      const { data, headers } = await http.request(exportManifest.method, exportManifest.path, {
        body,
        as: 'blob',
        quiet: [422],
      })
      keep(
        data as Blob,
        /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? `manifest.${format}`,
      )
      toast.success(t('Manifest saved'))
      onClose()
    } catch (failure) {
      setBusy(false)
      if (failure instanceof FailedRequest && failure.status === 422)
        setProblems(failure.body.fields ?? { '': failure.message })
    }
  }

  return (
    <Dialog title={t('Order manifest')} onClose={onClose} isBusy={isBusy} size={480}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <p className={classes['quiet']}>
          {t('Every order that comes: holders, seats or age bands, status and notes.')}
        </p>
        {isOfDay && (
          <DateInput
            kind="date"
            label={t('Day')}
            withAsterisk
            aria-required
            value={date}
            error={problems['date']}
            onChange={(day) => {
              setDate(day)
              setTime(null)
            }}
          />
        )}
        <Slots slots={slots} isOfDay={isOfDay} time={time} onChange={setTime} />
        <Format value={format} onChange={setFormat} />
        <Phones reason={reason} problem={problems['reason']} onChange={setReason} />
        <Problem problems={problems} />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={slots?.length === 0}>
            {t('Save file')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Format({ value, onChange }: { value: ExportFormat; onChange: (format: ExportFormat) => void }) {
  return (
    <Radio.Group label={t('Format')} value={value} onChange={(chosen) => onChange(chosen as ExportFormat)}>
      <div className={classes['choices']}>
        {Object.entries(formats).map(([format, label]) => (
          <Radio key={format} value={format} label={label} />
        ))}
      </div>
    </Radio.Group>
  )
}

/** Who comes, by time; undefined until it is known. */
function useSlots(subject: ManifestDialogProps['subject'], date: string | null): readonly ManifestSlot[] | undefined {
  const isOfDay = 'productId' in subject
  const query = { ...subject, ...(isOfDay && date !== null && { date }) }
  return useAnswer(readManifestSlots, { query, enabled: !isOfDay || date !== null, staleTime: 0, quiet: [422] }).data
}

interface SlotsProps {
  readonly slots: readonly ManifestSlot[] | undefined
  readonly isOfDay: boolean
  readonly time: string | null
  readonly onChange: (time: string | null) => void
}

/** How many come, before the file is saved, and a choice where they come at several times. */
function Slots({ slots, isOfDay, time, onChange }: SlotsProps) {
  if (!slots) return <p className={classes['quiet']}>{t('Loading…')}</p>
  if (slots.length === 0)
    return (
      <p className={classes['quiet']}>{isOfDay ? t('No orders on this day.') : t('No orders for this performance.')}</p>
    )
  const chosen = time === null ? slots : slots.filter((slot) => slot.time === time)
  const sum = (of: (slot: ManifestSlot) => number) => chosen.reduce((total, slot) => total + of(slot), 0)
  const times = slots.flatMap((slot) => (slot.time === null ? [] : [slot.time]))
  const counts = [
    t('{n, plural, one {# order} other {# orders}}', { n: sum(({ orders }) => orders) }),
    isOfDay
      ? t('{n, plural, one {# guest} other {# guests}}', { n: sum(({ quantity }) => quantity) })
      : t('{n, plural, one {# ticket} other {# tickets}}', { n: sum(({ quantity }) => quantity) }),
    t('{n} checked in', { n: sum(({ redeemed }) => redeemed) }),
    t('{n, plural, one {# no-show} other {# no-shows}}', { n: sum(({ noShows }) => noShows) }),
  ]
  return (
    <>
      {isOfDay && times.length > 1 && (
        <NativeSelect
          label={t('Start time')}
          value={time ?? ''}
          data={[{ value: '', label: t('All times') }, ...times]}
          onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : value)}
        />
      )}
      <p role="status" className={classes['quiet']}>
        {counts.join(' · ')}
      </p>
    </>
  )
}

interface PhonesProps {
  readonly reason: string | null
  readonly problem: string | undefined
  readonly onChange: (reason: string | null) => void
}

/** Phone numbers in full, for a reason. */
function Phones({ reason, problem, onChange }: PhonesProps) {
  const seesPhones = useSeesPersonalData('purchases')
  return (
    <>
      <Checkbox
        label={t('Full phone numbers')}
        description={seesPhones ? t('Otherwise they are masked.') : t('Your access is without personal data')}
        disabled={!seesPhones}
        checked={reason !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? '' : null)}
      />
      {reason !== null && (
        <TextInput
          label={t('Reason')}
          description={t('For the audit log')}
          withAsterisk
          aria-required
          value={reason}
          error={problem}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  )
}

/** What no field of the dialog is about. */
function Problem({ problems: { date: _, reason: __, ...others } }: { problems: Readonly<Record<string, string>> }) {
  const [text] = Object.values(others)
  return text === undefined ? null : (
    <p role="alert" className={classes['problem']}>
      {text}
    </p>
  )
}

function keep(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
