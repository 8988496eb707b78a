import { Button } from '@mantine/core'
import { IconArrowsSplit } from '@tabler/icons-react'
import { useMemo } from 'react'
import { formatInstant } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { RecordLink } from '../../../ui/resource/record-link.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import type { CodePreview } from './code-preview.ts'
import { distinctionEndpoints } from './distinction.endpoints.ts'
import classes from './dry-run.module.css'
import { DuplicateEvidence } from './duplicate-evidence.tsx'
import cards from './imports.module.css'
import type { SupplierFacts } from './supplier-facts.ts'

interface PairProps {
  readonly supplier: SupplierFacts
  readonly codeId: number
  readonly onDone: () => void
}

/** Says of a code and the product that stopped it that they are two products. */
function NotTheSameButton({ supplier, codeId, productId, onDone }: PairProps & { readonly productId: number }) {
  const { markDistinct } = useMemo(() => distinctionEndpoints(supplier), [supplier])
  const mark = useCommand(markDistinct, { refresh: [supplier.codes] })
  async function run(): Promise<void> {
    // A failure has been shown by the client already.
    const done = await mark.mutateAsync({ params: { id: codeId }, input: { productId } }).catch(() => null)
    if (!done) return
    toast.success(t('Marked as different. The code is imported again.'))
    onDone()
  }
  return (
    <Button
      variant="default"
      leftSection={<IconArrowsSplit size={16} aria-hidden />}
      loading={mark.isPending}
      onClick={() => void run()}
    >
      {t('Not the same')}
    </Button>
  )
}

interface DistinctProductsProps extends PairProps {
  readonly distinctions: CodePreview['distinctions']
  readonly mayWrite: boolean
}

/** Products that this code was compared with and is not the same as: who said so, when, and a way back. */
function DistinctProducts({ supplier, codeId, distinctions, mayWrite, onDone }: DistinctProductsProps) {
  const { forgetDistinction } = useMemo(() => distinctionEndpoints(supplier), [supplier])
  const forget = useCommand(forgetDistinction, { refresh: [supplier.codes] })
  async function run(product: number): Promise<void> {
    const done = await forget.mutateAsync({ params: { id: codeId, product: String(product) } }).catch(() => null)
    if (!done) return
    toast.success(t('Decision undone. The pair is compared again with the next import.'))
    onDone()
  }
  return (
    <ul className={classes['distinct']}>
      {distinctions.map(({ id, title, by, at }) => (
        <li key={id}>
          <span>
            <RecordLink to="products" id={id}>
              {title}
            </RecordLink>
            <span className={classes['note']}>{t('{name}, {time}', { name: by, time: formatInstant(at) })}</span>
          </span>
          {mayWrite && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('Undo for {title}', { title })}
              disabled={forget.isPending}
              onClick={() => void run(id)}
            >
              {t('Undo')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

interface DuplicatesProps extends PairProps {
  readonly preview: CodePreview
  readonly mayWrite: boolean
}

/** The product that stopped a code, and those that it was compared with before. */
export function Duplicates({ preview: { draft, duplicate, distinctions }, mayWrite, ...pair }: DuplicatesProps) {
  return (
    <>
      {draft && duplicate && (
        <section className={cards['card']} aria-label={t('Duplicate')}>
          <h2>{t('Looks like a product that exists')}</h2>
          <DuplicateEvidence supplier={pair.supplier.name} draft={draft} duplicate={duplicate}>
            {mayWrite ? <NotTheSameButton {...pair} productId={duplicate.id} /> : undefined}
          </DuplicateEvidence>
        </section>
      )}
      {distinctions.length > 0 && (
        <section className={cards['card']} aria-label={t('Marked as different')}>
          <h2>{t('Marked as different')}</h2>
          <DistinctProducts {...pair} distinctions={distinctions} mayWrite={mayWrite} />
        </section>
      )}
    </>
  )
}
