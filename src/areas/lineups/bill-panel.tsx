import { Accessibility, PointerSensor, StyleInjector, defaultPreset } from '@dnd-kit/dom'
import { DragDropProvider, useDraggable, useDroppable } from '@dnd-kit/react'
import { NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { choiceLabelOf, ref as reference } from '../../kit/fields.ts'
import { msg, t } from '../../kit/language.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useAnswer, useCommand } from '../../kit/screens/client.web.ts'
import { inputOf } from '../../kit/screens/inputs.tsx'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import { Failure } from '../../kit/screens/states.tsx'
import { useMay } from '../../kit/session.web.ts'
import { pageNonce } from '../../ui/nonce.web.ts'
import { performers } from '../events/performers.ts'
import type { Billed, BillRole } from './lineup-calls.ts'
import { billRoles, mostOnBill, readBill, writeBill } from './lineup-calls.ts'
import { lineups } from './lineups.ts'
import { dropped, stepped } from './bill-moves.ts'
import classes from './lineups.module.css'

// As in the tree of categories: added styles need the page's nonce, and rows have buttons for the keyboard.
const plugins = [...defaultPreset.plugins.filter((plugin) => plugin !== StyleInjector && plugin !== Accessibility), StyleInjector.configure({ nonce: pageNonce() })]
const sensors = [PointerSensor]

const roleWords: Readonly<Record<BillRole, string>> = {
  headliner: msg('Headliner'), co_headliner: msg('Co-headliner'), support: msg('Support'), guest: msg('Guest'), host: msg('Host'), cast: msg('Cast'),
}
const added = reference('performers', { label: 'Add a performer' })

/** Who is on the bill, in billing order; what is dragged, moved with its buttons or chosen is stored at once. */
export function BillPanel({ lineup }: { lineup: AnyRecord }) {
  const { data, error, refetch } = useAnswer(readBill, { params: { id: lineup.id } })
  return (
    <section className={classes['panel']} aria-label={t('Bill')}>
      <h2>{t('Bill')}</h2>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} what={t('Bill')} />}
      {data && <LoadedBill lineup={lineup} stored={data.performers} onStored={() => void refetch()} />}
    </section>
  )
}

function LoadedBill({ lineup, stored, onStored }: { lineup: AnyRecord; stored: readonly Billed[]; onStored: () => void }) {
  const [bill, setBill] = useState(stored)
  const [said, setSaid] = useState('')
  const [adding, setAdding] = useState(0)
  const mayWrite = useMay()('write', 'lineups')
  const write = useCommand(writeBill, { refresh: [lineups] })
  const focus = useRef<string | null>(null)
  useEffect(() => setBill(stored), [stored])
  // The row stands elsewhere now; its button may be of no use at an end.
  useEffect(() => {
    if (focus.current === null) return
    const button = document.getElementById(focus.current)
    const next = button instanceof HTMLButtonElement && button.disabled ? button.parentElement?.querySelector<HTMLButtonElement>('button:not(:disabled)') : button
    next?.focus()
    focus.current = null
  }, [bill])

  async function store(next: readonly Billed[], words: string): Promise<void> {
    setBill(next)
    setSaid(words)
    try {
      await write.mutateAsync({ params: { id: lineup.id }, input: { performers: next.filter(({ performerId }) => performerId > 0).map(({ performerId, role }) => ({ performerId, role })) } })
      onStored()
    } catch {
      // The client says why it was refused; the bill is what the server has.
      setBill(stored)
    }
  }

  const placeWords = (next: readonly Billed[], id: number) => {
    const at = next.findIndex(({ performerId }) => performerId === id)
    return t('{name} is at place {place} of {count}.', { name: next[at]?.name ?? '', place: at + 1, count: next.length })
  }
  const move = (next: readonly Billed[] | null, id: number) => next && void store(next, placeWords(next, id))

  return (
    <>
      {bill.length === 0 && <p>{t('Nobody is on the bill yet.')}</p>}
      <p className="visually-hidden" role="status">{said}</p>
      <DragDropProvider plugins={plugins} sensors={sensors} onDragEnd={({ operation, canceled }) => {
        if (canceled || !operation.source || !operation.target) return
        const id = Number(operation.source.id)
        move(dropped(bill, id, Number(String(operation.target.id).split(' ')[1])), id)
      }}>
        <ol className={classes['bill']} aria-label={t('Performers in billing order')}>
          {bill.map((one, at) => (
            <li key={one.performerId}>
              <Slot place={at} />
              <Row
                one={one} mayMove={mayWrite} isFirst={at === 0} isLast={at === bill.length - 1}
                onStep={(by) => {
                  focus.current = `bill-${one.performerId}-${by < 0 ? 'up' : 'down'}`
                  move(stepped(bill, one.performerId, by), one.performerId)
                }}
                onRole={(role) => void store(bill.map((other) => (other === one ? { ...one, role } : other)), t('{name}: {role}.', { name: one.name, role: t(roleWords[role]) }))}
                onRemove={() => void store(bill.filter((other) => other !== one), t('{name} is off the bill.', { name: one.name }))}
              />
            </li>
          ))}
          <li aria-hidden><Slot place={bill.length} /></li>
        </ol>
      </DragDropProvider>
      {mayWrite && bill.length < mostOnBill && (
        <div className={classes['add']} key={adding}>
          {inputOf(added, {
            name: 'billed', value: null, errors: {}, readOnly: false, draft: {}, record: null,
            onChange: (id) => {
              if (typeof id !== 'number') return
              setAdding(adding + 1)
              if (bill.some(({ performerId }) => performerId === id)) return setSaid(t('They are on the bill already.'))
              void store([...bill, { performerId: id, name: '…', kind: '', role: bill.length === 0 ? 'headliner' : 'support' }], t('Added to the end of the bill.'))
            },
          })}
        </div>
      )}
    </>
  )
}

/** A place between two rows, into which one can be dropped. */
function Slot({ place }: { place: number }) {
  const { ref, isDropTarget } = useDroppable({ id: `place ${place}`, accept: 'performer' })
  return <div ref={ref} className={classes['slot']} data-over={isDropTarget} />
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
  const href = useRecordPaths()('performers', 'update', id)
  return (
    <div ref={ref} className={classes['row']} data-dragging={isDragging}>
      {mayMove && <span ref={handleRef} className={classes['handle']} aria-hidden><IconGripVertical size={15} /></span>}
      <span className={classes['who']}>
        {href === null ? name : <a href={href}>{name}</a>}
        {kind !== '' && <small>{choiceLabelOf(performers.fields.kind, kind)}</small>}
      </span>
      {mayMove ? (
        <NativeSelect
          size="xs" aria-label={t('Role of {name}', { name })} value={role} data={billRoles.map((value) => ({ value, label: t(roleWords[value]) }))}
          onChange={(event) => onRole(billRoles.find((value) => value === event.currentTarget.value) ?? role)}
        />
      ) : <span>{t(roleWords[role])}</span>}
      {mayMove && (
        <span className={classes['moves']} role="group" aria-label={t('Move {name}', { name })}>
          <button id={`bill-${id}-up`} type="button" disabled={isFirst} aria-label={t('Move {name} up', { name })} title={t('Move {name} up', { name })} onClick={() => onStep(-1)}><IconArrowUp size={14} aria-hidden /></button>
          <button id={`bill-${id}-down`} type="button" disabled={isLast} aria-label={t('Move {name} down', { name })} title={t('Move {name} down', { name })} onClick={() => onStep(1)}><IconArrowDown size={14} aria-hidden /></button>
          <button type="button" aria-label={t('Take {name} off the bill', { name })} title={t('Take {name} off the bill', { name })} onClick={onRemove}><IconX size={14} aria-hidden /></button>
        </span>
      )}
    </div>
  )
}
