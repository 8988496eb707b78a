import { lazy, Suspense, useMemo } from 'react'
import { useMay } from '../../core/browser/session.web.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useRows } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import type { RecordOf } from '../../core/resource/resource.ts'
import { statementLines } from './statement-lines.ts'
import { sentenceOf } from './statement-sentences.ts'
import { statements } from './statements.ts'
import { WithdrawStatement } from './withdraw-statement.tsx'
import { RecordPage } from '../../ui/resource/record-page.tsx'
import classes from './statements.module.css'

// Frames of records would weigh on every list that shares a part with this one.
const RecordNeighbours = lazy(async () => ({
  default: (await import('../../ui/resource/record-neighbours.tsx')).RecordNeighbours,
}))

/** One statement: its lines, those first that differ from our books. */
export function StatementScreen() {
  return <RecordPage of={statements}>{(record) => <Lines key={record.id} statement={record} />}</RecordPage>
}

const questions = [
  { label: msg('Differences'), filter: { state: 'different' } },
  { label: msg('Reconciled'), filter: { state: 'matched' } },
] as const

const cells = {
  difference: (record: AnyRecord) => sentenceOf(record as RecordOf<typeof statementLines> & AnyRecord),
  // What no statement lists has no name there, only that of what it is about.
  reference: ({ reference, sourceReference }: AnyRecord) => String(reference ?? sourceReference ?? '–'),
}
// The sentence says what differs, so it has the room.
// Amounts have room for seven digits and a currency without a sign of its own.
const widths = { state: 250, reference: 190, amount: 136, expectedAmount: 136 }

/** A line opens its order, where everything about it is decided. */
const opens = ({ purchaseId, orderKind, statementId }: AnyRecord) =>
  typeof purchaseId === 'number'
    ? { of: 'purchases', page: `view-${String(orderKind)}`, id: purchaseId }
    : { of: 'statements', page: 'view', id: Number(statementId) }

function Lines({ statement }: { statement: RecordOf<typeof statements> }) {
  const { id, name, source } = statement
  const mayWrite = useMay()('write', 'purchases')
  const where = useMemo(() => ({ statementId: id }), [id])
  return (
    <ListScreen
      questions={questions}
      of={statementLines}
      record={{ kind: t(statements.label[0]), name }}
      where={where}
      cells={cells}
      widths={widths}
      opens={opens}
      actions={
        <>
          {source === 'file' && mayWrite && <WithdrawStatement statement={statement} />}
          <Suspense>
            <RecordNeighbours resource={statements} record={statement as AnyRecord} />
          </Suspense>
          <Summary statement={statement} />
        </>
      }
    />
  )
}

/** The list has more lines than the statement, where our books have some that it lacks: so it says how many. */
function Summary({ statement: { id, lines, differences } }: { statement: RecordOf<typeof statements> }) {
  const { data } = useRows(statementLines, {
    filter: { statementId: id, difference: 'missing_there' },
    range: [0, 0],
    fields: ['id'],
  })
  const missing = data?.total ?? 0
  const n = formatNumber(lines)
  return (
    <small className={classes['summary']}>
      {missing === 0
        ? t(
            '{lines, plural, one {# line} other {{n} lines}}, {differences, plural, =0 {no differences} one {# difference} other {# differences}}',
            { lines, n, differences },
          )
        : t(
            '{lines, plural, one {# line} other {{n} lines}}, {missing, plural, other {# of ours missing}}, {differences, plural, =0 {no differences} one {# difference} other {# differences}}',
            { lines, n, missing, differences },
          )}
    </small>
  )
}
