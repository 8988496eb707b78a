import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { formatMoney, formatInstant, timeAgo } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { RecordOf } from '../../core/resource/resource.ts'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Chip } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { HistoryControl } from '../../ui/resource/history-control.tsx'
import { filterParam } from '../../ui/resource/list-state.web.ts'
import { LiveRecord } from '../../ui/resource/live-record.tsx'
import { RecordCommands } from '../../ui/resource/record-commands.tsx'
import { RecordNeighbours } from '../../ui/resource/record-neighbours.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { FindingOwner } from './finding-owner.tsx'
import type { FindingCommand } from './finding-rules.ts'
import { commandsFor } from './finding-rules.ts'
import { reconciliationFindings } from './reconciliation-findings.ts'
import { RecordPage } from '../../ui/resource/record-page.tsx'
import classes from './reconciliation.module.css'

const FindingDialog = lazy(async () => ({ default: (await import('./finding-dialog.tsx')).FindingDialog }))

/** One finding: the two sums, what they are of, who looks into it, and what was decided. */
export function FindingScreen() {
  return (
    <RecordPage of={reconciliationFindings}>
      {(record, refetch) => <Finding key={record.id} finding={record} onChange={refetch} />}
    </RecordPage>
  )
}

interface FindingProps {
  readonly finding: RecordOf<typeof reconciliationFindings>
  readonly onChange: () => void
}

const labels: Readonly<Record<FindingCommand, string>> = {
  explain: msg('Explain…'),
  close: msg('Close…'),
  reopen: msg('Reopen…'),
}

function Finding({ finding, onChange }: FindingProps) {
  const { mayWrite } = usePage()
  const [command, setCommand] = useState<FindingCommand | null>(null)
  const { fields } = reconciliationFindings
  return (
    <PageFrame
      record={{ kind: t('Finding'), name: choiceLabelOf(fields.rule, finding.rule) }}
      subtitle={<Chip tone={fields.state.tones[finding.state]}>{choiceLabelOf(fields.state, finding.state)}</Chip>}
      actions={
        <>
          <RecordNeighbours resource={reconciliationFindings} record={finding as AnyRecord} />
          {mayWrite &&
            commandsFor[finding.state].map((one) => (
              <Button key={one} variant={one === 'explain' ? 'filled' : 'default'} onClick={() => setCommand(one)}>
                {t(labels[one])}
              </Button>
            ))}
          <RecordCommands>
            <HistoryControl of={reconciliationFindings} record={finding as AnyRecord} mayWrite={false} />
          </RecordCommands>
        </>
      }
    >
      <LiveRecord of={reconciliationFindings} record={finding as AnyRecord} isDirty={false} onGone={onChange} />
      <Sums finding={finding} mayWrite={mayWrite} onChange={onChange} />
      {command !== null && (
        <Suspense>
          <FindingDialog
            finding={finding}
            command={command}
            onClose={() => setCommand(null)}
            onDone={() => {
              setCommand(null)
              onChange()
            }}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}

function Sums({ finding, mayWrite, onChange }: FindingProps & { readonly mayWrite: boolean }) {
  const { currency, purchaseId, orderKind, subject, says, adds, difference, explanation, closedAt } = finding
  const paths = useRecordPaths()
  const order = purchaseId === null ? null : paths('purchases', `view-${String(orderKind)}`, purchaseId)
  const statement = finding.statementId === null ? null : paths('statements', 'view', finding.statementId)
  const ledger = paths('ledger-entries', 'list')
  const param = filterParam({ purchaseId: purchaseId ?? 0 })
  const facts = [
    [
      purchaseId === null ? t('Statement line') : t('Order'),
      order ? (
        <a key="order" href={order}>
          {subject}
        </a>
      ) : (
        subject
      ),
    ],
    [t('Expected'), formatMoney(says, currency)],
    [t('Found'), formatMoney(adds, currency)],
    [t('Difference'), <b key="difference">{formatMoney(difference, currency)}</b>],
    [t('Owner'), <FindingOwner key="owner" {...{ finding, mayWrite, onChange }} />],
    [t('First found'), formatInstant(finding.firstSeenAt)],
    [t('Last found'), `${formatInstant(finding.lastSeenAt)} · ${timeAgo(finding.lastSeenAt)}`],
    [t('Times reopened'), finding.reopened > 0 ? String(finding.reopened) : null],
    [t('Explanation'), explanation],
    [
      t('Closed'),
      closedAt === null ? null : `${formatInstant(closedAt)} · ${finding.closedBy ?? t('the sums agree again')}`,
    ],
  ] as const
  return (
    <section className={classes['card']} aria-label={t('Finding')}>
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
      {statement && <a href={statement}>{t('View statement')}</a>}
      {purchaseId !== null && ledger && param && (
        <a href={`${ledger}?${new URLSearchParams({ filter: param })}`}>{t('View in ledger')}</a>
      )}
    </section>
  )
}
