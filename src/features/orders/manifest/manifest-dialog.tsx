import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Button, Checkbox, Radio, TextInput } from '@mantine/core'
import { useState } from 'react'
import { seesPersonalData } from '../../../core/access/limits.ts'
import { http } from '../../../core/browser/http-client.web.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { useSession } from '../../../core/browser/session.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { localOf, ownZone } from '../../../core/zoned-time.ts'
import type { ExportFormat } from '../../../platform/transfer/exports.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DateInput } from '../../../ui/resource/date-input.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { exportManifest } from './manifest.endpoints.ts'
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
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  /** Null where masked numbers do. */
  const [reason, setReason] = useState<string | null>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)

  async function save(): Promise<void> {
    setBusy(true)
    setProblems({})
    try {
      const body = { ...subject, format, ...(isOfDay && { date }), ...(reason !== null && { reason }) }
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
    <Dialog title={t('Order manifest')} onClose={onClose} size={480}>
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
            onChange={setDate}
          />
        )}
        <Radio.Group label={t('Format')} value={format} onChange={(value) => setFormat(value as ExportFormat)}>
          <div className={classes['choices']}>
            {Object.entries(formats).map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </div>
        </Radio.Group>
        <Phones reason={reason} problem={problems['reason']} onChange={setReason} />
        <Problem problems={problems} />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('Save file')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface PhonesProps {
  readonly reason: string | null
  readonly problem: string | undefined
  readonly onChange: (reason: string | null) => void
}

/** Phone numbers in full, for a reason. */
function Phones({ reason, problem, onChange }: PhonesProps) {
  const session = useSession()
  const seesPhones = session ? seesPersonalData(session.grants, 'purchases') : false
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
