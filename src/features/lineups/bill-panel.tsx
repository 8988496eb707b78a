import { useDraggable } from '@dnd-kit/react'
import { NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { pathOf } from '../../core/http/endpoint.ts'
import { ref as reference } from '../../core/resource/fields.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { dropped, moved } from '../../ui/reorder/list-order.ts'
import { DropSlot, Grip, Reorderable, RowCommand, RowCommands, useFollowedButton } from '../../ui/reorder/reorder.tsx'
import { performers } from '../events/performer/performers.ts'
import type { Billed, BillRole } from './lineup.endpoints.ts'
import { billRoles, maxOnBill, readBill, writeBill } from './lineup.endpoints.ts'
import { lineups } from './lineups.ts'
import classes from './lineups.module.css'

const roleWords: Readonly<Record<BillRole, string>> = {
  headliner: msg('Headliner'),
  co_headliner: msg('Co-headliner'),
  support: msg('Support'),
  guest: msg('Guest'),
  host: msg('Host'),
  cast: msg('Cast'),
}
const added = reference(performers, { label: 'Add a performer' })

/** The bill, in billing order. Dragging, moving with buttons and choosing all save at once. */
export function BillPanel({ lineup }: { lineup: AnyRecord }) {
  const answer = useAnswer(readBill, { params: { id: lineup.id } })
  return (
    <AnswerPanel title={t('Bill')} answer={answer} className={classes['panel']}>
      {({ performers: stored }) => (
        <LoadedBill lineup={lineup} stored={stored} onStored={() => void answer.refetch()} />
      )}
    </AnswerPanel>
  )
}

interface LoadedBillProps {
  readonly lineup: AnyRecord
  readonly stored: readonly Billed[]
  readonly onStored: () => void
}

function LoadedBill(props: LoadedBillProps) {
  const { bill, said, say, store } = useStoredBill(props)
  const mayWrite = useMay()('write', 'lineups')
  const follow = useFollowedButton(bill)
  const placeOf = (id: number, order = bill) => order.findIndex(({ performerId }) => performerId === id)
  const move = (next: readonly Billed[] | null, id: number) => {
    if (!next) return
    const at = placeOf(id, next)
    const words = { name: next[at]?.name ?? '', place: at + 1, count: next.length }
    store(next, t('{name} is at position {place} of {count}.', words))
  }

  return (
    <>
      {bill.length === 0 && <p>{t('The bill is empty.')}</p>}
      <Reorderable
        said={said}
        onDrop={(source, slot) =>
          move(dropped(bill, placeOf(Number(source)), Number(slot.split(' ')[1])), Number(source))
        }
      >
        <ol className={classes['bill']} aria-label={t('Performers in billing order')}>
          {bill.map((one, at) => (
            <li key={one.performerId}>
              <DropSlot id={`place ${at}`} accept="performer" />
              <Row
                one={one}
                mayMove={mayWrite}
                isFirst={at === 0}
                isLast={at === bill.length - 1}
                onStep={(by) => {
                  follow(`bill-${one.performerId}-${by < 0 ? 'up' : 'down'}`)
                  move(moved(bill, at, at + by), one.performerId)
                }}
                onRole={(role) =>
                  store(
                    bill.map((other) => (other === one ? { ...one, role } : other)),
                    t('{name}: {role}.', { name: one.name, role: t(roleWords[role]) }),
                  )
                }
                onRemove={() =>
                  store(
                    bill.filter((other) => other !== one),
                    t('{name} is off the bill.', { name: one.name }),
                  )
                }
              />
            </li>
          ))}
          <li aria-hidden>
            <DropSlot id={`place ${bill.length}`} accept="performer" />
          </li>
        </ol>
      </Reorderable>
      {mayWrite && bill.length < maxOnBill && (
        <Adder
          onAdd={(id) => {
            if (bill.some(({ performerId }) => performerId === id)) return say(t('Already on the bill.'))
            const role = bill.length === 0 ? 'headliner' : 'support'
            store([...bill, { performerId: id, name: '…', kind: '', role }], t('Added to the end of the bill.'))
          }}
        />
      )}
    </>
  )
}

/**
 * The bill as it is shown at once, and its way to the server. Each call sends the whole bill, so they run one at a time, and
 * what is read between them is older than what is shown.
 */
function useStoredBill({ lineup, stored, onStored }: LoadedBillProps) {
  const [bill, setBill] = useState(stored)
  const [said, setSaid] = useState('')
  const queries = useQueryClient()
  const write = useCommand(writeBill, { refresh: [lineups] })
  const queue = useRef<Promise<void>>(Promise.resolve())
  const waiting = useRef(0)
  const latest = useRef(stored)
  useEffect(() => {
    latest.current = stored
    if (waiting.current === 0) setBill(stored)
  }, [stored])

  function store(next: readonly Billed[], words: string): void {
    setBill(next)
    setSaid(words)
    waiting.current += 1
    queue.current = queue.current.then(() => send(next))
  }

  async function send(next: readonly Billed[]): Promise<void> {
    const params = { id: lineup.id }
    const performers = next
      .filter(({ performerId }) => performerId > 0)
      .map(({ performerId, role }) => ({ performerId, role }))
    // The client shows the reason for a refusal; the bill shows what the server has.
    const answer = await write.mutateAsync({ params, input: { performers } }).catch(() => null)
    waiting.current -= 1
    if (answer) latest.current = answer.performers
    if (waiting.current > 0) return
    setBill(latest.current)
    queries.setQueryData([pathOf(readBill, params), {}], { performers: latest.current })
    onStored()
  }
  return { bill, said, say: setSaid, store }
}

/** Asks for a performer, and again after each. */
function Adder({ onAdd }: { onAdd: (id: number) => void }) {
  const [adding, setAdding] = useState(0)
  return (
    <div className={classes['add']} key={adding}>
      {inputOf(added, {
        name: 'billed',
        value: null,
        errors: {},
        readOnly: false,
        draft: {},
        record: null,
        onChange: (id) => {
          if (typeof id !== 'number') return
          setAdding(adding + 1)
          onAdd(id)
        },
      })}
    </div>
  )
}

interface RowProps {
  readonly one: Billed
  readonly mayMove: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onStep: (by: -1 | 1) => void
  readonly onRole: (role: BillRole) => void
  readonly onRemove: () => void
}

function Row({ one, mayMove, isFirst, isLast, onStep, onRole, onRemove }: RowProps) {
  const { performerId: id, name, kind, role } = one
  const { ref, handleRef, isDragging } = useDraggable({ id: String(id), type: 'performer', disabled: !mayMove })
  return (
    <div ref={ref} className={classes['row']} data-dragging={isDragging}>
      {mayMove && <Grip handleRef={handleRef} />}
      <span className={classes['who']}>
        <RecordLink to="performers" id={id}>
          {name}
        </RecordLink>
        {kind !== '' && <small>{choiceLabelOf(performers.fields.kind, kind)}</small>}
      </span>
      {mayMove ? (
        <NativeSelect
          size="xs"
          aria-label={t('Role of {name}', { name })}
          value={role}
          data={billRoles.map((value) => ({ value, label: t(roleWords[value]) }))}
          onChange={(event) => onRole(billRoles.find((value) => value === event.currentTarget.value) ?? role)}
        />
      ) : (
        <span>{t(roleWords[role])}</span>
      )}
      {mayMove && (
        <RowCommands label={t('Move {name}', { name })}>
          <RowCommand
            id={`bill-${id}-up`}
            label={t('Move {name} up', { name })}
            disabled={isFirst}
            onClick={() => onStep(-1)}
          >
            <IconArrowUp size={14} aria-hidden />
          </RowCommand>
          <RowCommand
            id={`bill-${id}-down`}
            label={t('Move {name} down', { name })}
            disabled={isLast}
            onClick={() => onStep(1)}
          >
            <IconArrowDown size={14} aria-hidden />
          </RowCommand>
          <RowCommand label={t('Take {name} off the bill', { name })} onClick={onRemove}>
            <IconX size={14} aria-hidden />
          </RowCommand>
        </RowCommands>
      )}
    </div>
  )
}
