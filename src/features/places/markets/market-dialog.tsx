import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatMoney, formatNumber, listOf } from '../../../core/i18n/formats.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { Failure, FormSkeleton } from '../../../ui/resource/states.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import type { BlockReason } from '../geo/countries.ts'
import { blockReasonLabels, blockReasons, countries } from '../geo/countries.ts'
import type { MarketImpact } from './markets.ts'
import { readMarketImpact, switchMarkets } from './markets.ts'
import classes from '../geo/places.module.css'

const refresh = [countries] as const

interface MarketDialogProps {
  readonly ids: readonly number[]
  /** Whether they will be blocked. */
  readonly isBlocked: boolean
  readonly onClose: () => void
  readonly onDone?: () => void
}

/** Previews what a block stops, or what an opening allows again, before either happens. */
export function MarketDialog({ ids, isBlocked, onClose, onDone }: MarketDialogProps) {
  const [because, setBecause] = useState<BlockReason | ''>('')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const impact = useAnswer(readMarketImpact, { query: { ids: ids.join(',') }, staleTime: 0 })
  const command = useCommand(switchMarkets, { refresh, quiet: [422] })
  const names = impact.data?.countries.map(({ name }) => name) ?? []

  async function submit(): Promise<void> {
    if (isBlocked && because === '') return setProblem(t('Enter a reason for blocking sales.'))
    try {
      const input =
        isBlocked && because !== ''
          ? { ids: [...ids], isBlocked: true as const, because, note: note.trim() || null }
          : { ids: [...ids], isBlocked: false as const }
      const { changed } = await command.mutateAsync({ input })
      toast.success(
        isBlocked
          ? t('{n, plural, one {Sales blocked in one country} other {Sales blocked in # countries}}', {
              n: changed.length,
            })
          : t('{n, plural, one {Sales open in one country} other {Sales open in # countries}}', { n: changed.length }),
      )
      onDone?.()
      onClose()
    } catch (failure) {
      if (failure instanceof FailedRequest && failure.status === 422) setProblem(failure.message)
    }
  }

  return (
    <Dialog
      title={isBlocked ? t('Block sales') : t('Open sales')}
      onClose={onClose}
      isBusy={command.isPending}
      size={680}
    >
      {impact.error && !impact.data && (
        <Failure error={impact.error} onRetry={() => void impact.refetch()} what={t('Impact')} />
      )}
      {!impact.data && !impact.error && <FormSkeleton />}
      {impact.data && (
        <div className={classes['stack']}>
          <p>
            {isBlocked
              ? t(
                  'Checkout stops immediately for customers from {countries}, and for everything there. Pages and confirmed purchases don’t change.',
                  { countries: listOf(names) },
                )
              : t('Checkout reopens for customers from {countries}, and for everything there.', {
                  countries: listOf(names),
                })}
          </p>
          <Impact impact={impact.data} />
          {isBlocked && (
            <BlockFields
              because={because}
              note={note}
              problem={problem}
              onBecause={(reason) => {
                setBecause(reason)
                setProblem(null)
              }}
              onNote={setNote}
            />
          )}
          <div className={classes['buttons']}>
            <Button variant="default" onClick={onClose} disabled={command.isPending}>
              {t('Cancel')}
            </Button>
            <Button {...(isBlocked && { color: 'red.8' })} loading={command.isPending} onClick={() => void submit()}>
              {isBlocked ? t('Block sales') : t('Open sales')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

interface BlockFieldsProps {
  readonly because: BlockReason | ''
  readonly note: string
  readonly problem: string | null
  readonly onBecause: (reason: BlockReason | '') => void
  readonly onNote: (note: string) => void
}

/** Why sales are blocked, for the record and for colleagues. */
function BlockFields({ because, note, problem, onBecause, onNote }: BlockFieldsProps) {
  return (
    <div className={classes['fields']}>
      <NativeSelect
        label={t('Why')}
        withAsterisk
        value={because}
        error={problem}
        data={[
          { value: '', label: t('Choose a reason') },
          ...blockReasons.map((value) => ({ value, label: t(blockReasonLabels[value]) })),
        ]}
        onChange={(event) => onBecause(blockReasons.find((reason) => reason === event.currentTarget.value) ?? '')}
      />
      <TextInput
        label={t('Note')}
        description={t('For colleagues')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={255}
        value={note}
        onChange={(event) => onNote(event.currentTarget.value)}
      />
    </div>
  )
}

const figures: readonly (readonly [label: string, read: (impact: MarketImpact) => number | null])[] = [
  [msg('Live products'), ({ liveProducts }) => liveProducts],
  [msg('Performances on sale'), ({ performancesOnSale }) => performancesOnSale],
  [msg('Published events'), ({ publishedEvents }) => publishedEvents],
  [msg('Live cities'), ({ liveCities }) => liveCities],
  [msg('Customers from there'), ({ customers }) => customers],
  [msg('Baskets not paid yet'), ({ unpaidPurchases }) => unpaidPurchases],
]

/** What would stop selling, with real counts; one row per currency for the last 30 days. */
export function Impact({ impact }: { impact: MarketImpact }) {
  return (
    <>
      <dl className={classes['figures']} aria-label={t('Figures')}>
        {figures.map(([label, read]) => {
          const count = read(impact)
          // Null is what the reader can't see.
          return count === null ? null : (
            <div key={label} data-nothing={count === 0}>
              <dt>{t(label)}</dt>
              <dd>{formatNumber(count)}</dd>
            </div>
          )
        })}
      </dl>
      {impact.sales && <Sales sales={impact.sales} />}
    </>
  )
}

/** A row per currency. */
function Sales({ sales }: { sales: NonNullable<MarketImpact['sales']> }) {
  if (sales.length === 0)
    return (
      <p className={classes['quiet']}>{t('Nothing was sold there, or to people from there, in the last 30 days.')}</p>
    )
  return (
    <table className={classes['table']} aria-label={t('Sales of the last 30 days')}>
      <thead>
        <tr>
          <th scope="col">{t('Last 30 days')}</th>
          <th scope="col" className={classes['number']}>
            {t('Purchases')}
          </th>
          <th scope="col" className={classes['number']}>
            {t('Gross')}
          </th>
        </tr>
      </thead>
      <tbody>
        {sales.map(({ currency, purchases, gross }) => (
          <tr key={currency}>
            <th scope="row">{currency}</th>
            <td className={classes['number']}>{formatNumber(purchases)}</td>
            <td className={classes['number']}>{formatMoney(gross, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
