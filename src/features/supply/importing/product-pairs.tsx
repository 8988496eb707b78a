import { Button } from '@mantine/core'
import { IconArrowsSplit, IconSignature } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../../core/browser/session.web.ts'
import { formatInstant, formatMoney, formatNumber, formatPercent } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { choiceLabelOf } from '../../../core/resource/choice-labels.ts'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { RecordLink } from '../../../ui/resource/record-link.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { products } from '../../products/products.ts'
import type { PairedProduct, ProductPair } from './pair.endpoints.ts'
import { decideProductPair } from './pair.endpoints.ts'
import classes from './product-pairs.module.css'

const AttachDialog = lazy(async () => ({ default: (await import('./attach-dialog.tsx')).AttachDialog }))

interface ProductPairsProps {
  readonly pairs: readonly ProductPair[]
  /** The product that they are shown beside: the other one of each is shown. */
  readonly beside?: number
  readonly onDecided: () => void
}

/** Pairs of products that look like one, each with its evidence and what can be done about it. */
export function ProductPairs({ pairs, beside, onDecided }: ProductPairsProps) {
  return (
    <ul className={`${classes['pairs']} ${beside === undefined ? '' : classes['beside']}`}>
      {pairs.map((pair) => (
        <li key={`${pair.one.id} ${pair.other.id}`} className={classes['pair']}>
          <Evidence pair={pair} />
          <div className={classes['sides']}>
            {[pair.one, pair.other]
              .filter(({ id }) => id !== beside)
              .map((side) => (
                <Side key={side.id} side={side} city={pair.city} />
              ))}
          </div>
          <Decision pair={pair} onDecided={onDecided} />
        </li>
      ))}
    </ul>
  )
}

function Evidence({ pair: { likeness, metres, isSamePicture } }: { pair: ProductPair }) {
  return (
    <p className={classes['evidence']}>
      <strong>{t('Titles are {share} alike', { share: formatPercent(likeness, 'measured') })}</strong>
      {metres !== null && <span>{t('{n} m apart', { n: formatNumber(metres) })}</span>}
      <span>
        {isSamePicture === null
          ? t('Pictures not compared yet')
          : isSamePicture
            ? t('Same picture')
            : t('Different pictures')}
      </span>
    </p>
  )
}

function Side({ side, city }: { side: PairedProduct; city: string }) {
  const { id, title, provider, status, retail, currency, picture } = side
  return (
    <div className={classes['side']}>
      {picture === null ? (
        <div className={classes['missing']}>{t('No picture')}</div>
      ) : (
        <img src={picture} alt="" loading="lazy" />
      )}
      <div className={classes['facts']}>
        <RecordLink to="products" id={id}>
          {title}
        </RecordLink>
        <span>{[provider, city].join(' · ')}</span>
        <span>
          {[
            choiceLabelOf(products.fields.status, status),
            ...(retail === null ? [] : [t('from {price}', { price: formatMoney(retail, currency) })]),
          ].join(' · ')}
        </span>
      </div>
    </div>
  )
}

function Decision({ pair, onDecided }: { pair: ProductPair; onDecided: () => void }) {
  const { one, other, decidedBy, decidedAt } = pair
  const may = useMay()
  const decide = useCommand(decideProductPair)
  const [isAttaching, setAttaching] = useState(false)
  const names = { one: one.title, other: other.title }
  async function mark(isDistinct: boolean): Promise<void> {
    // A failure has been shown by the client already.
    const done = await decide
      .mutateAsync({ input: { productId: one.id, otherId: other.id, isDistinct } })
      .catch(() => null)
    if (!done) return
    if (!isDistinct) toast.success(t('Offered as duplicates again'))
    else
      toast.success(t('Marked as different'), {
        action: { label: t('Undo'), run: () => void mark(false) },
      })
    onDecided()
  }
  if (decidedBy !== null && decidedAt !== null)
    return (
      <div className={classes['buttons']}>
        <p className={classes['note']}>
          {t('Marked as different by {name}, {time}', { name: decidedBy, time: formatInstant(decidedAt) })}
        </p>
        {may('write', 'products') && (
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={decide.isPending}
            aria-label={t('Undo for {one} and {other}', names)}
            onClick={() => void mark(false)}
          >
            {t('Undo')}
          </Button>
        )}
      </div>
    )
  return (
    <div className={classes['buttons']}>
      {may('write', 'products') && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconArrowsSplit size={15} aria-hidden />}
          loading={decide.isPending}
          aria-label={t('{one} and {other} are not the same', names)}
          onClick={() => void mark(true)}
        >
          {t('Not the same')}
        </Button>
      )}
      {may('write', 'aliases') && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconSignature size={15} aria-hidden />}
          aria-label={t('Put on one alias: {one} and {other}', names)}
          onClick={() => setAttaching(true)}
        >
          {t('Put on one alias…')}
        </Button>
      )}
      {isAttaching && (
        <Suspense>
          <AttachDialog
            productIds={[one.id, other.id]}
            onClose={() => setAttaching(false)}
            onAttached={(n) => {
              setAttaching(false)
              toast.success(t('{n, plural, one {# product} other {# products}} attached', { n }))
              onDecided()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
