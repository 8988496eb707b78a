import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatInstant, formatMoney, timeAgo } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { usePage } from '../../../ui/page-context.tsx'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { RecordLink } from '../../../ui/resource/record-link.tsx'
import { Failure, PanelSkeleton } from '../../../ui/resource/states.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import type { SupplierFacts } from '../importing/supplier-facts.ts'
import type { HeldBackChange, QuarantinedDelta } from './sync.endpoints.ts'
import { syncEndpoints } from './sync.endpoints.ts'
import classes from './syncing.module.css'

export function Ago({ instant }: { instant: string }) {
  return (
    <time dateTime={instant} title={formatInstant(instant)}>
      {timeAgo(instant)}
    </time>
  )
}

/** What a delta changes, in one sentence. */
function extentOf({ products, prices, texts, gone }: QuarantinedDelta): string {
  const parts = [
    ...(prices > 0 ? [t('{n, plural, one {# price} other {# prices}}', { n: prices })] : []),
    ...(texts > 0 ? [t('{n, plural, one {# text} other {# texts}}', { n: texts })] : []),
    ...(gone > 0
      ? [t('{n, plural, one {# product taken off sale} other {# products taken off sale}}', { n: gone })]
      : []),
  ]
  return t('{changes} among {n, plural, one {# synced product} other {# synced products}}', {
    changes: parts.join(' · '),
    n: products,
  })
}

/** Changes to see without asking for more. */
const firstChanges = 5

interface HeldBackProps {
  readonly supplier: SupplierFacts
  readonly delta: QuarantinedDelta
  readonly onDecided: () => void
}

export function HeldBack({ supplier, delta, onDecided }: HeldBackProps) {
  const { mayWrite } = usePage()
  const { changeSync } = useMemo(() => syncEndpoints(supplier), [supplier])
  const change = useCommand(changeSync, { refresh: [supplier.codes] })
  // Closed, so that the list of codes does not move far down when this arrives.
  const [isOpen, setOpen] = useState(false)

  async function decide(input: { releasedId: number } | { rejectedId: number }, done: string): Promise<void> {
    try {
      await change.mutateAsync({ input })
      toast.success(done)
    } catch {
      // The client has shown why; the panel now shows what others have decided.
    }
    onDecided()
  }

  return (
    <section className={classes['held']} aria-label={t('Changes held back')}>
      <div className={classes['head']}>
        <h3>{t('Changes held back')}</h3>
        <p>{extentOf(delta)}</p>
        <Ago instant={delta.at} />
        <Button variant="default" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('Hide changes') : t('Review changes')}
        </Button>
      </div>
      {isOpen && (
        <>
          <Changes supplier={supplier} delta={delta} />
          {mayWrite && (
            <div className={classes['buttons']}>
              <Button
                loading={change.isPending}
                onClick={() => void decide({ releasedId: delta.id }, t('Changes released'))}
              >
                {t('Release changes')}
              </Button>
              <Button
                variant="default"
                disabled={change.isPending}
                onClick={() => void decide({ rejectedId: delta.id }, t('Changes rejected'))}
              >
                {t('Reject changes')}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

/** Read when someone looks at them: a delta can be of thousands of products. */
function Changes({ supplier, delta }: Pick<HeldBackProps, 'supplier' | 'delta'>) {
  const { readHeldBack } = useMemo(() => syncEndpoints(supplier), [supplier])
  const { data, error, refetch } = useAnswer(readHeldBack, { params: { id: delta.id }, quiet: [404] })
  const [isWhole, setWhole] = useState(false)
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} what={t('Changes held back')} />
  if (!data) return <PanelSkeleton />
  const shown = isWhole ? data : data.slice(0, firstChanges)
  return (
    <>
      <ul>
        {shown.map((change) => (
          <li key={change.productId}>
            <RecordLink to="products" id={change.productId}>
              {change.title}
            </RecordLink>{' '}
            <Change {...change} />
          </li>
        ))}
      </ul>
      {shown.length < data.length ? (
        <Button variant="subtle" size="compact-sm" className={classes['all']} onClick={() => setWhole(true)}>
          {t('Show {n} more', { n: data.length - shown.length })}
        </Button>
      ) : (
        delta.changed > shown.length && <p>{t('and {n} more', { n: delta.changed - shown.length })}</p>
      )}
    </>
  )
}

function Change({ newTitle, net, newNet, currency, isGone }: HeldBackChange) {
  if (isGone) return <span>{t('Taken off sale')}</span>
  return (
    <span>
      {[
        ...(newTitle === null ? [] : [t('Title “{title}”', { title: newTitle })]),
        ...(net === newNet || net === null || newNet === null
          ? []
          : [
              t('Net {before} → {after}', { before: formatMoney(net, currency), after: formatMoney(newNet, currency) }),
            ]),
      ].join(' · ') || t('Text')}
    </span>
  )
}
