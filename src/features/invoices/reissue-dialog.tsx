import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useCommand } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { purchases } from '../purchases/purchases.ts'
import type { DraftDocument, IssuedDocument, ReissuePreview } from './invoice.endpoints.ts'
import { previewReissue, reissueInvoice } from './invoice.endpoints.ts'
import { invoices } from './invoices.ts'
import type { Named, Problems } from './recipient-dialog.tsx'
import { problemsOf, RecipientFields } from './recipient-dialog.tsx'
import classes from './reissue-dialog.module.css'

export interface ReissueDialogProps {
  readonly purchaseId: number
  /** That is valid now. */
  readonly invoice: IssuedDocument
  /** What the order charges now, where that is another amount. */
  readonly chargedNow: number | null
  readonly onClose: () => void
  readonly onDone: () => void
}

type Found = Problems & { readonly reason?: string | undefined; readonly other?: string | undefined }

/** Puts an issued invoice right: asks what was wrong, shows both documents with their totals, and issues exactly these. */
export function ReissueDialog({ purchaseId, invoice, chargedNow, onClose, onDone }: ReissueDialogProps) {
  const { named, reason, preview, problems, isBusy, submit, enter } = useReissue({ purchaseId, invoice, onDone })
  return (
    <Dialog title={t('Rectify and reissue {number}', { number: invoice.number })} onClose={onClose} size={620}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p className={classes['about']}>
          {chargedNow === null
            ? t('Rectifies this invoice in full and issues a corrected one for the same total. No money moves.')
            : t(
                'Rectifies this invoice in full and issues one for {total}, which the order charges now. No money moves.',
                {
                  total: formatMoney(chargedNow, invoice.currency),
                },
              )}
        </p>
        <Textarea
          label={t('Reason')}
          description={t('Printed on both documents.')}
          required
          rows={2}
          maxLength={300}
          value={reason}
          error={problems.reason}
          onChange={({ currentTarget }) => enter({ reason: currentTarget.value }, 'reason')}
        />
        <RecipientFields
          document={invoice}
          value={named}
          problems={problems}
          onChange={(next, changed) => enter({ named: next }, changed)}
        />
        {problems.other !== undefined && (
          <p role="alert" className={classes['problem']}>
            {problems.other}
          </p>
        )}
        {preview && <Preview preview={preview} />}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {preview ? t('Rectify and reissue') : t('Preview')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What is entered, what was previewed of it, and what the server refused. */
function useReissue({ purchaseId, invoice, onDone }: Omit<ReissueDialogProps, 'onClose' | 'chargedNow'>) {
  const [named, setNamed] = useState<Named>({ recipient: invoice.recipient, taxTreatment: invoice.taxTreatment })
  const [reason, setReason] = useState('')
  const [preview, setPreview] = useState<ReissuePreview | null>(null)
  const [problems, setProblems] = useState<Found>({})
  const quiet = [403, 404, 409, 422]
  const look = useCommand(previewReissue, { quiet })
  const issue = useCommand(reissueInvoice, { refresh: [purchases, invoices], quiet })
  const params = { id: purchaseId }
  const input = { ...named, reason }

  async function submit(): Promise<void> {
    const found: Found = { ...problemsOf(named), ...(reason.trim() === '' && { reason: t('Enter a reason.') }) }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    try {
      if (!preview) return setPreview(await look.mutateAsync({ params, input }))
      const { number } = await issue.mutateAsync({ params, input: { ...input, token: preview.token } })
      toast.success(t('Invoice {number} issued in place of {old}', { number, old: invoice.number }))
      onDone()
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return
      setProblems(problemsIn(failure))
      const { error, current } = failure.body
      setPreview(error === 'PreviewChanged' ? (current as ReissuePreview) : null)
    }
  }
  return {
    named,
    reason,
    preview,
    problems,
    isBusy: look.isPending || issue.isPending,
    submit,
    // What was previewed is no longer what is entered.
    enter(next: Partial<{ named: Named; reason: string }>, changed: keyof Found) {
      if (next.named) setNamed(next.named)
      if (next.reason !== undefined) setReason(next.reason)
      setProblems({ ...problems, [changed]: undefined, other: undefined })
      setPreview(null)
    },
  }
}

const inputs: ReadonlySet<string> = new Set([
  'reason',
  'name',
  'company',
  'taxId',
  'address',
  'country',
  'taxTreatment',
] satisfies readonly (keyof Found)[])

/** What the server refused, at its field where the form has that one. */
function problemsIn({ message, body }: FailedRequest): Found {
  const found = Object.entries(body.fields ?? { '': message }).map(
    ([path, text]) => [path.replace('recipient.', ''), text] as const,
  )
  const others = found.flatMap(([key, text]) => (inputs.has(key) ? [] : [text]))
  return {
    ...Object.fromEntries(found.filter(([key]) => inputs.has(key))),
    ...(others.length > 0 && { other: others.join(' ') }),
  }
}

function Preview({ preview: { takenBack, reissued } }: { readonly preview: ReissuePreview }) {
  const amount = (document: DraftDocument, key: 'net' | 'tax' | 'gross') =>
    formatMoney(document[key], document.currency)
  const rows = [
    [t('Rectifies'), t('Correction of {number}', { number: takenBack.refersTo?.number ?? '' }), takenBack],
    [t('Issues'), t('Invoice to {name}', { name: reissued.recipient.company ?? reissued.recipient.name }), reissued],
  ] as const
  return (
    <section className={classes['preview']} aria-label={t('Preview')} aria-live="polite">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Document')}</th>
            <th scope="col">{t('Net')}</th>
            <th scope="col">{t('Tax')}</th>
            <th scope="col">{t('Total')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, name, document]) => (
            <tr key={what}>
              <th scope="row">
                {what}
                <small>{name}</small>
              </th>
              <td>{amount(document, 'net')}</td>
              <td>{amount(document, 'tax')}</td>
              <td>{amount(document, 'gross')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
