import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { useNavigateTo } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { RecordNeighbours } from '../../ui/resource/record-neighbours.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { FailedPage, NoSuchPage } from '../../ui/resource/missing-page.tsx'
import { FormSkeleton, useWayBack } from '../../ui/resource/states.tsx'
import { purchases } from '../purchases/purchases.ts'
import { treated } from './compose-invoice.ts'
import { DocumentActions } from './document-actions.tsx'
import { replacementOf } from './document-chain.ts'
import type { DraftDocument, IssuedDocument, PurchaseInvoices } from './invoice.endpoints.ts'
import { readPurchaseInvoices } from './invoice.endpoints.ts'
import { InvoiceSheet } from './invoice-sheet.tsx'
import { invoices } from './invoices.ts'
import type { Corrections, RecipientDialogProps } from './recipient-dialog.tsx'
import { ChargedNow, ReissueButton } from './reissue-button.tsx'
import type { Simplification } from './simplified.ts'
import { formOf } from './simplified.ts'
import { useIssue } from './use-issue.web.ts'
import type { Which } from './use-issue.web.ts'
import classes from './invoice.module.css'

const RecipientDialog = lazy(async () => ({ default: (await import('./recipient-dialog.tsx')).RecipientDialog }))

interface InvoicePageProps {
  /** Of the order. */
  readonly id: number | null
  readonly which: Which
}

/** The documents of one kind of an order: those that are issued, and the next one as it would be, with the button that issues it. */
export function InvoicePage({ id, which }: InvoicePageProps) {
  const { title } = usePage()
  const { data, error, refetch } = useAnswer(readPurchaseInvoices, {
    params: { id: id ?? 0 },
    enabled: id !== null,
    quiet: [404],
    again: ({ issued }) => lookAgain(issued, Date.now()),
  })
  useOwnPage(data?.purchase, which)
  const back = useWayBack(purchases)
  if (id === null) return <NoSuchPage what={t('Purchase')} back={back} />
  // A look that failed takes nothing away: what was read stays, and so does what is typed.
  if (error && !data)
    return <FailedPage error={error} onRetry={() => void refetch()} what={t('Purchase')} back={back} />
  if (!data)
    return (
      <PageFrame record={{ kind: title, name: title }}>
        <FormSkeleton />
      </PageFrame>
    )
  return <Documents documents={data} which={which} refetch={async () => void (await refetch())} />
}

/** The first looks at a message on its way, in milliseconds: it leaves within seconds. One that waits longer is looked at less. */
const [soon, later, waitsLong] = [2_000, 30_000, 60_000]

/** Milliseconds until what became of a message is looked for again; false where none is on its way. */
function lookAgain(issued: PurchaseInvoices['issued'], now: number): number | false {
  const waiting = issued.flatMap(({ sent: [last] }) => (last?.state === 'waiting' ? [Date.parse(last.at)] : []))
  if (waiting.length === 0) return false
  return now - Math.max(...waiting) < waitsLong ? soon : later
}

interface DocumentsProps {
  readonly documents: PurchaseInvoices
  readonly which: Which
  readonly refetch: () => Promise<void>
}

/** The page has the name of the last document, so that comes first; of invoices the ones before it are replaced. */
function inOrder(issued: readonly IssuedDocument[], isInvoice: boolean) {
  const [newest, older] = [issued.slice(-1), issued.slice(0, -1).toReversed()]
  return isInvoice ? { shown: newest, replaced: older } : { shown: [...newest, ...older], replaced: [] }
}

function Documents({ documents, which, refetch }: DocumentsProps) {
  const { title, mayWrite } = usePage()
  const paths = useRecordPaths()
  const { purchase } = documents
  const isInvoice = which === 'invoice'
  const issued = documents.issued.filter(({ kind }) => kind === 'correction' || (kind === 'rectifying') !== isInvoice)
  const { draft: proposed, blockedReason, reissued } = isInvoice ? documents.invoice : documents.refundInvoice
  const [corrections, setCorrections] = useState<Corrections>({})
  const own = proposed && isInvoice ? corrected(proposed, documents.simplifications, corrections) : null
  const draft = own?.document ?? proposed
  const issue = useIssue(which, purchase.id, refetch, corrections)
  const order = paths('purchases', `view-${purchase.kind}`, purchase.id)
  const last = issued.at(-1)
  const sheetOf = (document: IssuedDocument) => (
    <InvoiceSheet
      key={document.id}
      document={document}
      reference={purchase.reference}
      replacedBy={replacementOf(documents.issued, document)?.number ?? null}
      actions={<DocumentActions document={document} onChange={() => void refetch()} />}
    />
  )
  const { shown, replaced } = inOrder(issued, isInvoice)
  return (
    <PageFrame
      record={{ kind: title, name: last?.number ?? t('Order {reference}', { reference: purchase.reference }) }}
      subtitle={purchase.title}
      actions={
        <>
          {last && <RecordNeighbours resource={invoices} record={last} />}
          {order && (
            <Button component="a" href={order} variant="default">
              {t('View order')}
            </Button>
          )}
          <Other documents={documents} which={which} />
          {isInvoice && last && mayWrite && documents.reissueBlockedReason === null && (
            <ReissueButton
              purchaseId={purchase.id}
              invoice={last}
              chargedNow={documents.chargedNow}
              onDone={() => void refetch()}
            />
          )}
          {last && <PrintButton variant={draft ? 'default' : 'filled'} />}
          {draft && mayWrite && isInvoice && (
            <EditRecipient draft={draft} allowed={documents.simplifications} onSave={setCorrections} />
          )}
          {draft && mayWrite && (
            <IssueButton isBusy={issue.isBusy} blockedReason={blockedReason} onPress={() => void issue.run()}>
              {isInvoice ? t('Issue invoice') : t('Issue refund invoice')}
            </IssueButton>
          )}
        </>
      }
    >
      <section className={classes['sheets']} aria-label={t('Documents')}>
        {issue.problem !== null && (
          <p className={classes['notice']} role="alert">
            {issue.problem}
          </p>
        )}
        {blockedReason !== null && issued.length === 0 && <p className={classes['notice']}>{blockedReason}</p>}
        {isInvoice && last && documents.chargedNow !== null && (
          <ChargedNow amount={documents.chargedNow} invoice={last} />
        )}
        {shown.map((document) => sheetOf(document))}
        {own && blockedReason === null && <p className={classes['form-reason']}>{own.why}</p>}
        {draft && <InvoiceSheet document={draft} reference={purchase.reference} />}
        {reissued && <Restated document={reissued} reference={purchase.reference} />}
      </section>
      {replaced.length > 0 && (
        <section className={classes['replaced']} aria-labelledby="replaced-documents">
          <h2 id="replaced-documents">{t('Replaced documents')}</h2>
          {replaced.map((document) => sheetOf(document))}
        </section>
      )}
    </PageFrame>
  )
}

function PrintButton({ variant }: { readonly variant: 'default' | 'filled' }) {
  return (
    <Button variant={variant} leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
      {t('Print')}
    </Button>
  )
}

/** A refund that no document of its own can state: the invoice is taken back, and what stays is invoiced again. */
function Restated({ document, reference }: { readonly document: DraftDocument; readonly reference: string }) {
  return (
    <>
      <p className={classes['form-reason']}>
        {t(
          'Both are issued together. In {currency} the tax of this refund alone would round too far from its amount.',
          {
            currency: document.currency,
          },
        )}
      </p>
      <InvoiceSheet document={document} reference={reference} />
    </>
  )
}

interface IssueButtonProps {
  readonly isBusy: boolean
  readonly blockedReason: string | null
  readonly onPress: () => void
  readonly children: string
}

function IssueButton({ isBusy, blockedReason, onPress, children }: IssueButtonProps) {
  return (
    <Button loading={isBusy} disabled={blockedReason !== null} title={blockedReason ?? undefined} onClick={onPress}>
      {children}
    </Button>
  )
}

/** The invoice as it would be with what staff correct, and why it is simplified or not. */
function corrected(
  draft: DraftDocument,
  allowed: readonly Simplification[],
  { recipient = draft.recipient, taxTreatment = 'standard', form }: Corrections,
): { readonly document: DraftDocument; readonly why: string } {
  const { lines, taxes, ...figures } = treated(draft, taxTreatment)
  const said = { ...draft, ...figures, lines: [...lines], taxes: [...taxes], taxTreatment, recipient }
  const { simplified, why } = formOf(said, allowed, form)
  return {
    document: { ...said, kind: simplified ? 'simplified' : 'invoice', simplified: simplified && { ...simplified } },
    why,
  }
}

/** Another name, company, tax id, address or VAT treatment than the order has, before the invoice is issued. */
function EditRecipient({ draft, allowed, onSave }: Omit<RecipientDialogProps, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('Recipient and VAT…')}
      </Button>
      {isOpen && (
        <Suspense>
          <RecipientDialog
            draft={draft}
            allowed={allowed}
            onClose={() => setIsOpen(false)}
            onSave={(next) => {
              onSave(next)
              setIsOpen(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** The way from the invoice to what rectifies it, and back. */
function Other({ documents, which }: Pick<DocumentsProps, 'documents' | 'which'>) {
  const paths = useRecordPaths()
  const { purchase, issued, refundInvoice } = documents
  const isInvoice = which === 'invoice'
  const exists = isInvoice
    ? refundInvoice.draft !== null || issued.some(({ kind }) => kind === 'rectifying')
    : issued.some(({ kind }) => kind === 'invoice')
  const to = paths('purchases', `${isInvoice ? 'refund-invoice' : 'invoice'}-${purchase.kind}`, purchase.id)
  if (!to || (!exists && isInvoice)) return null
  return (
    <Button component="a" href={to} variant="default">
      {isInvoice ? t('Refund invoice') : t('Invoice')}
    </Button>
  )
}

/** An order’s documents open under the page of its own kind; an address of the other one leads there. */
function useOwnPage(purchase: PurchaseInvoices['purchase'] | undefined, which: Which): void {
  const { screen } = usePage()
  const paths = useRecordPaths()
  const navigateTo = useNavigateTo()
  const own = purchase ? paths('purchases', `${which}-${purchase.kind}`, purchase.id) : null
  const isElsewhere = own !== null && !own.startsWith(`/${screen}/`)
  useEffect(() => {
    if (isElsewhere) navigateTo(own, { replace: true })
  }, [isElsewhere, own, navigateTo])
}
