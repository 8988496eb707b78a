import { Button, FileInput, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { t } from '../../core/i18n/language.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useCommand } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { unreadable } from '../../ui/unread-file.ts'
import type { StatementBasis, StatementProvider } from './statement-kinds.ts'
import { isSupplier, statementBases, statementProviders } from './statement-kinds.ts'
import { longestFile, uploadStatement } from './statement.endpoints.ts'
import { statements } from './statements.ts'
import classes from './upload-statement.module.css'

/** Reads a statement from a file. A file that cannot be read changes nothing, and says which row is wrong. */
export function UploadStatementDialog({ onClose }: { readonly onClose: () => void }) {
  const [provider, setProvider] = useState<StatementProvider>('stripe')
  const [basis, setBasis] = useState<StatementBasis>('travelled')
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const upload = useCommand(uploadStatement, { refresh: [statements], quiet: [413, 422] })

  async function run(): Promise<void> {
    if (!file) return setProblem(t('Choose a file.'))
    if (file.size > longestFile) return setProblem(t('The file is too long. Split it into several.'))
    setProblem(null)
    const content = await file.text().catch(() => null)
    if (content === null) return setProblem(unreadable())
    // A workbook, most of the time.
    if (content.includes('\0')) return setProblem(t('This isn’t a CSV file. Save the report as CSV and choose that.'))
    try {
      const { isKnown, differences } = await upload.mutateAsync({
        input: { provider, ...(isSupplier(provider) && { basis }), fileName: file.name.slice(-120), content },
      })
      if (isKnown) toast.info(t('Every line of this file was imported before. Nothing changed.'))
      else
        toast.success(
          t('Statement matched: {differences, plural, =0 {no differences} one {# difference} other {# differences}}', {
            differences,
          }),
        )
      onClose()
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblem(failure.body.fields?.['content'] ?? failure.message)
    }
  }
  return (
    <Dialog title={t('Upload statement')} onClose={onClose}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <Sender {...{ provider, setProvider, basis, setBasis }} />
        <FileInput
          label={t('File')}
          description={columnsOf(provider)}
          placeholder={t('Choose a file')}
          accept=".csv,text/csv"
          clearable
          error={problem}
          onChange={(chosen) => {
            setProblem(null)
            setFile(chosen)
          }}
        />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={upload.isPending}>
            {t('Upload')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const choicesOf = (ofSuppliers: boolean) =>
  statementProviders
    .filter((value) => isSupplier(value) === ofSuppliers)
    .map((value) => ({ value, label: choiceLabelOf(statements.fields.provider, value) }))

const columnsOf = (provider: StatementProvider) =>
  isSupplier(provider)
    ? t(
        'CSV with the columns booking_reference, date, currency and amount, in the currency’s own unit. Credits are below zero.',
      )
    : t('CSV with the columns of Stripe’s “Itemised balance change from activity”. It must cover whole days, by UTC.')

interface SenderProps {
  readonly provider: StatementProvider
  readonly setProvider: (provider: StatementProvider) => void
  readonly basis: StatementBasis
  readonly setBasis: (basis: StatementBasis) => void
}

/** Who sent the statement, and by which days a supplier lists bookings. */
function Sender({ provider, setProvider, basis, setBasis }: SenderProps) {
  return (
    <>
      <NativeSelect
        label={t('Provider')}
        value={provider}
        data={[
          { group: t('Payment providers'), items: choicesOf(false) },
          { group: t('Suppliers'), items: choicesOf(true) },
        ]}
        onChange={({ currentTarget: { value } }) =>
          setProvider(statementProviders.find((one) => one === value) ?? 'stripe')
        }
      />
      {isSupplier(provider) && (
        <NativeSelect
          label={t('Bookings by')}
          description={t('Bookings of these days that the file leaves out become differences.')}
          value={basis}
          data={statementBases.map((value) => ({ value, label: choiceLabelOf(statements.fields.basis, value) }))}
          onChange={({ currentTarget: { value } }) =>
            setBasis(statementBases.find((one) => one === value) ?? 'travelled')
          }
        />
      )}
    </>
  )
}
