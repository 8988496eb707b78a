import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../core/browser/session.web.ts'
import { formatMoney, formatInstant } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import type { RecordOf } from '../../core/resource/resource.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Chip } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { HistoryControl } from '../../ui/resource/history-control.tsx'
import { filterParam } from '../../ui/resource/list-state.web.ts'
import { LiveRecord } from '../../ui/resource/live-record.tsx'
import { RecordCommands } from '../../ui/resource/record-commands.tsx'
import { RecordNeighbours } from '../../ui/resource/record-neighbours.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import type { RecoverableDecision } from './recoverable-states.ts'
import { recoverables } from './recoverables.ts'
import { RecordPage } from '../../ui/resource/record-page.tsx'
import classes from './recoverables.module.css'

const DecideDialog = lazy(async () => ({ default: (await import('./decide-dialog.tsx')).DecideDialog }))

/** One claim: who owes it for which order, how old it is, and what became of it. */
export function RecoverableScreen() {
  return (
    <RecordPage of={recoverables}>
      {(record, refetch) => <Claim key={record.id} claim={record} onChange={refetch} />}
    </RecordPage>
  )
}

interface ClaimProps {
  readonly claim: RecordOf<typeof recoverables>
  readonly onChange: () => void
}

function Claim({ claim, onChange }: ClaimProps) {
  const mayDecide = useMay()('refund', 'purchases')
  const [decision, setDecision] = useState<RecoverableDecision | null>(null)
  const { state, reference, amount, currency } = claim
  return (
    <PageFrame
      record={{ kind: t('Recoverable'), name: t('Order {reference}', { reference }) }}
      subtitle={
        <>
          <Chip tone={recoverables.fields.state.tones[state]}>{choiceLabelOf(recoverables.fields.state, state)}</Chip>{' '}
          {formatMoney(amount, currency)}
        </>
      }
      actions={
        <>
          <RecordNeighbours resource={recoverables} record={claim as AnyRecord} />
          {mayDecide && state === 'open' && (
            <>
              <Button onClick={() => setDecision('settle')}>{t('Settle…')}</Button>
              <Button variant="default" onClick={() => setDecision('write_off')}>
                {t('Write off…')}
              </Button>
            </>
          )}
          <RecordCommands>
            <HistoryControl of={recoverables} record={claim as AnyRecord} mayWrite={false} />
          </RecordCommands>
        </>
      }
    >
      <LiveRecord of={recoverables} record={claim as AnyRecord} isDirty={false} onGone={onChange} />
      <Facts claim={claim} />
      {decision !== null && (
        <Suspense>
          <DecideDialog
            id={claim.id}
            decision={decision}
            onClose={() => setDecision(null)}
            onDone={() => {
              setDecision(null)
              onChange()
            }}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}

function Facts({ claim }: Pick<ClaimProps, 'claim'>) {
  const { purchaseId, orderKind, reference, provider, owedBy, amount, currency, aroseAt, age, reason, decidedAt } =
    claim
  const paths = useRecordPaths()
  const order = paths('purchases', `view-${orderKind}`, purchaseId)
  const ledger = paths('ledger-entries', 'list')
  const entries = filterParam({ purchaseId, account: ['recoverables', 'write_offs'] })
  const facts = [
    [
      t('Order'),
      order ? (
        <a key="order" href={order}>
          {reference}
        </a>
      ) : (
        reference
      ),
    ],
    [t('Owed by'), owedBy === 'provider' ? (provider?.title ?? '') : t('Seller')],
    [t('Amount'), <b key="amount">{formatMoney(amount, currency)}</b>],
    [t('Since'), `${formatInstant(aroseAt)} · ${t('{n, plural, one {# day} other {# days}}', { n: age })}`],
    [
      t('Decided'),
      decidedAt === null ? null : [formatInstant(decidedAt), claim.decidedByName].filter(Boolean).join(' · '),
    ],
    [t('Reason'), reason],
  ] as const
  return (
    <section className={classes['card']} aria-label={t('Recoverable')}>
      <dl className={classes['facts']}>
        {facts
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {ledger && entries && <a href={`${ledger}?${new URLSearchParams({ filter: entries })}`}>{t('View in ledger')}</a>}
    </section>
  )
}
