import { IconArrowRight, IconMapPin, IconRefresh, IconSignature, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useMay } from '../../../core/browser/session.web.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Outcome } from '../../../core/outcome.ts'
import { alertBox, promptBox } from '../../../ui/message-box-store.web.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { CommandButton } from '../../../ui/resource/command.tsx'
import { useRecordPage } from '../../../ui/resource/record-link.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { importEndpoints } from './import.endpoints.ts'
import type { SupplierFacts } from './supplier-facts.ts'

const AttachDialog = lazy(async () => ({ default: (await import('./attach-dialog.tsx')).AttachDialog }))
const MapDialog = lazy(async () => ({ default: (await import('./map-dialog.tsx')).MapDialog }))

interface CodeActionsProps {
  readonly supplier: SupplierFacts
  readonly codes: readonly AnyRecord[]
  readonly onDone?: (() => void) | undefined
}

/** What can be done with one code or many: retry, map, attach to a page, reject. */
export function CodeActions({ supplier, codes, onDone }: CodeActionsProps) {
  const { retry, reject } = useMemo(() => importEndpoints(supplier), [supplier])
  const options = { refresh: [supplier.codes] }
  const [again, refuse] = [useCommand(retry, options), useCommand(reject, options)]
  const [isMapping, setMapping] = useState(false)
  const ids = codes.map(({ id }) => id)
  const isDuplicate = codes.every((code) => code['status'] === 'duplicate')
  const isDone = codes.every((code) => code['status'] === 'imported')
  const needsMapping = codes.some((code) => code['status'] === 'needs_mapping')

  const tell = (results: readonly Outcome[], done: (n: number) => string) => toastOutcomes(codes, results, done, onDone)

  async function runRetry(): Promise<void> {
    // A failure has been shown by the client already.
    const answer = await again.mutateAsync({ input: { ids } }).catch(() => null)
    if (answer) await tell(answer.results, (n) => t('{n, plural, one {# code queued} other {# codes queued}}', { n }))
  }

  async function runReject(): Promise<void> {
    const said = await promptBox(
      t('Reason. Shown beside the code.'),
      t('{n, plural, one {Reject # code} other {Reject # codes}}', { n: ids.length }),
      {
        confirmText: t('Reject'),
        cancelText: t('Cancel'),
        pattern: /\S/,
        errorText: t('Enter a reason.'),
      },
    )
    if (said.action !== 'confirm') return
    const answer = await refuse.mutateAsync({ input: { ids, reason: said.value } }).catch(() => null)
    if (answer)
      await tell(answer.results, (n) => t('{n, plural, one {# code rejected} other {# codes rejected}}', { n }))
  }

  return (
    <>
      <CommandButton
        label={t('Map…')}
        icon={IconMapPin}
        opensDialog
        {...(needsMapping && { place: 'primary' as const })}
        run={() => setMapping(true)}
      />
      <OpenProduct codes={codes} />
      <CommandButton
        label={isDuplicate ? t('Import anyway') : isDone ? t('Import again') : t('Retry')}
        icon={IconRefresh}
        isBusy={again.isPending}
        {...(!needsMapping && !isDone && { place: 'primary' as const })}
        run={() => void runRetry()}
      />
      <AttachAction codes={codes} onDone={onDone} />
      <CommandButton
        label={t('Reject…')}
        icon={IconX}
        opensDialog
        place="last"
        isBusy={refuse.isPending}
        run={() => void runReject()}
      />
      {isMapping && (
        <Suspense>
          <MapDialog
            supplier={supplier}
            codes={codes}
            onClose={() => setMapping(false)}
            onMapped={(results) => {
              setMapping(false)
              void tell(results, (n) => t('{n, plural, one {# code mapped} other {# codes mapped}}', { n }))
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** What one does next with a code that is imported: its product is not live yet. */
function OpenProduct({ codes }: Pick<CodeActionsProps, 'codes'>) {
  const made = codes.length === 1 ? codes.flatMap(productOf)[0] : undefined
  const page = useRecordPage('products', made ?? null)
  if (page === null) return null
  return <CommandButton label={t('Open product')} icon={IconArrowRight} place="primary" href={page} />
}

/** Puts the imported ones among them behind a page. */
function AttachAction({ codes, onDone }: Pick<CodeActionsProps, 'codes' | 'onDone'>) {
  const [isOpen, setOpen] = useState(false)
  const mayAttach = useMay()('write', 'aliases')
  const productIds = [...new Set(codes.flatMap(productOf))]
  if (!mayAttach || productIds.length === 0) return null
  return (
    <>
      <CommandButton label={t('Attach to alias…')} icon={IconSignature} opensDialog run={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <AttachDialog
            productIds={productIds}
            onClose={() => setOpen(false)}
            onAttached={(n) => {
              setOpen(false)
              toast.success(t('{n, plural, one {# product} other {# products}} attached', { n }))
              onDone?.()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** The product that a code was imported as. */
function productOf(code: AnyRecord): number[] {
  const { id } = (code['product'] as { id?: number } | null | undefined) ?? {}
  return code['status'] === 'imported' && id !== undefined ? [id] : []
}

/** Says how many codes changed, and of each other one why it did not. */
async function toastOutcomes(
  codes: readonly AnyRecord[],
  results: readonly Outcome[],
  done: (n: number) => string,
  onDone: (() => void) | undefined,
): Promise<void> {
  const refused = results.filter(({ ok }) => !ok)
  const n = results.length - refused.length
  if (n > 0) toast.success(done(n))
  onDone?.()
  if (refused.length === 0) return
  const names = new Map(codes.map((code) => [code.id, String(code['code'])]))
  const lines = refused.slice(0, 20).map(({ id, message = '' }) => `${names.get(id) ?? id}: ${message}`)
  const more = refused.length > 20 ? [t('And {n} more.', { n: refused.length - 20 })] : []
  await alertBox(
    [...lines, ...more].join('\n'),
    t('{n, plural, one {# code unchanged} other {# codes unchanged}}', { n: refused.length }),
    { type: 'warning' },
  )
}
