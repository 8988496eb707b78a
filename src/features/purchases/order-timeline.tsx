import { useState } from 'react'
import { cityOfZone, formatMoney, formatInstant, relativeTime, zoneName } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { localOf, ownZone } from '../../core/zoned-time.ts'
import { NoteItem } from '../../platform/notes/note-item.tsx'
import { NoteWriter } from '../../platform/notes/note-writer.tsx'
import type { Note } from '../../platform/notes/notes.ts'
import { useNotes } from '../../platform/notes/notes.web.ts'
import { noteShortcut, useShortcut } from '../../ui/shortcuts.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import type { PurchaseDetails } from './purchase-details.ts'
import { failureWord, providerWord } from './provider-labels.ts'
import { actorWords, wordOf } from './purchase-labels.ts'
import type { Purchase } from './purchases.ts'
import { purchases } from './purchases.ts'
import type { TimelineKind } from './states/purchase-ledger.ts'
import { Card } from './card.tsx'
import { useNow } from './due.tsx'
import { longDate } from './order-dates.ts'
import classes from './order-timeline.module.css'

type Occurrence = PurchaseDetails['timeline'][number]
type Entry = { readonly at: string; readonly key: string } & ({ readonly note: Note } | { readonly event: Occurrence })

/** Everything that happened and that staff noted, newest first, day by day on the reader's clock. */
export function OrderTimeline({ purchase, details }: { purchase: Purchase; details: PurchaseDetails }) {
  const { answer, calls, isOffered, mayWrite, isSuperUser } = useNotes(purchases, purchase as AnyRecord)
  const refresh = async () => void (await answer.refetch())
  const notes = answer.data?.notes ?? []
  const entries = [
    ...details.timeline.map((event): Entry => ({ at: event.at, key: `event ${event.id}`, event })),
    ...notes.map((note): Entry => ({ at: note.createdAt, key: `note ${note.id}`, note })),
  ].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at) || other.key.localeCompare(one.key))
  const days = Map.groupBy(entries, ({ at }) => localOf(at, ownZone()).slice(0, 10))
  return (
    <Card
      title={t('Timeline')}
      end={<span className={classes['zone']}>{t('{zone} time', { zone: cityOfZone(ownZone()) })}</span>}
    >
      {isOffered && mayWrite && <Composer id={purchase.id} calls={calls} onDone={refresh} />}
      <ol className={classes['days']}>
        {[...days].map(([day, those]) => (
          <li key={day}>
            <h3>
              <Day date={day} />
            </h3>
            <ol className={classes['entries']}>
              {those.map((entry) =>
                'note' in entry ? (
                  <NoteItem
                    key={entry.key}
                    className={classes['note'] ?? ''}
                    note={entry.note}
                    id={purchase.id}
                    calls={calls}
                    mayWrite={mayWrite}
                    isSuperUser={isSuperUser}
                    onChange={refresh}
                  />
                ) : (
                  <Happened key={entry.key} event={entry.event} purchase={purchase} />
                ),
              )}
            </ol>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const tones: Partial<Record<TimelineKind, 'good' | 'bad' | 'warn'>> = {
  payment_captured: 'good',
  supplier_confirmed: 'good',
  tickets_delivered: 'good',
  refund_succeeded: 'good',
  dispute_won: 'good',
  redeemed: 'good',
  completed: 'good',
  payment_failed: 'bad',
  supplier_rejected: 'bad',
  cancelled: 'bad',
  delivery_failed: 'bad',
  refund_failed: 'bad',
  dispute_opened: 'bad',
  charged_back: 'bad',
  held: 'warn',
  expired: 'warn',
  refund_requested: 'warn',
}

function Happened({ event, purchase }: { event: Occurrence; purchase: Purchase }) {
  const { at, kind, amount, detail } = event
  return (
    <li data-tone={tones[kind]}>
      <div>
        <b>{wordOf(kind)}</b>
        {amount !== null && ` ${formatMoney(amount, purchase.currency)}`}
        <span className={classes['by']}> {byWhom(event, purchase.channel)}</span>
        {event.orderId !== null && (
          <p>
            <OtherOrder id={event.orderId} kind={purchase.kind} reference={detail ?? ''} />
          </p>
        )}
        {detail !== null && event.orderId === null && <p>{detailWords(kind, detail)}</p>}
      </div>
      <Moment at={at} zone={purchase.timeZone} />
    </li>
  )
}

/** What names the supplier already, in some languages with the word for “by”. */
const answersOfSupplier: ReadonlySet<TimelineKind> = new Set(['supplier_confirmed', 'supplier_rejected'])

/** Partners place orders under the name of the customer. */
function byWhom({ kind, actorName, actorKind }: Occurrence, channel: Purchase['channel']): string {
  const name = actorWords(actorName, actorKind)
  if (kind === 'placed' && channel === 'partner') return t('by a partner for {customer}', { customer: name })
  if (!answersOfSupplier.has(kind)) return t('by {actorName}', { actorName: name })
  return actorName === null && actorKind === 'supplier' ? '' : `· ${name}`
}

/** What staff or the provider said of it. Of money that moved it can be a code of one word, which elsewhere is a word of a person. */
function detailWords(kind: TimelineKind, detail: string): string {
  if (kind === 'payment_failed' || kind === 'refund_failed') return isCode(detail) ? failureWord(detail) : detail
  const isWord = /^(refund|dispute|charged)_/.test(kind) && isCode(detail)
  return isWord || (detail.includes('_') && isCode(detail)) ? providerWord(detail) : detail
}

const isCode = (detail: string) => /^[a-z0-9]+(_[a-z0-9]+)*$/.test(detail)

/** The order that this one was split into, or from. */
function OtherOrder({ id, kind, reference }: { id: number; kind: Purchase['kind']; reference: string }) {
  const page = useRecordPaths()(purchases.name, `view-${kind}`, id)
  return page === null ? <span>{reference}</span> : <a href={page}>{reference}</a>
}

/** A minute ago in words, later by the clock; the exact moment and the place's own clock on hover. */
function Moment({ at, zone }: { at: string; zone: string }) {
  const ago = Math.floor((useNow() - Date.parse(at)) / 60_000)
  return (
    <time
      dateTime={at}
      title={`${formatInstant(at)} ${zoneName(at, ownZone())} · ${formatInstant(at, zone)} ${zoneName(at, zone)}`}
    >
      {ago >= 0 && ago < 60 ? relativeTime(-ago, 'minute') : localOf(at, ownZone()).slice(11)}
    </time>
  )
}

function Day({ date }: { date: string }) {
  const today = localOf(new Date(useNow()).toISOString(), ownZone()).slice(0, 10)
  const days = Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000)
  const words = days === 0 || days === -1 ? relativeTime(days, 'day') : longDate(date)
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

/** One line until someone writes; M opens it. */
function Composer({
  id,
  calls,
  onDone,
}: {
  id: number
  calls: ReturnType<typeof useNotes>['calls']
  onDone: () => Promise<void>
}) {
  const [isOpen, setOpen] = useState(false)
  const add = useCommand(calls.add, { quiet: [422] })
  useShortcut(noteShortcut, () => setOpen(true), !isOpen)
  if (!isOpen)
    return (
      <button type="button" className={classes['composer']} aria-keyshortcuts="m" onClick={() => setOpen(true)}>
        {t('Add a note')} <kbd aria-hidden>M</kbd>
      </button>
    )
  return (
    <NoteWriter
      label={t('New note')}
      people={calls.people}
      submit={t('Save note')}
      onCancel={() => setOpen(false)}
      onSubmit={async (body) => {
        await add.mutateAsync({ params: { id }, input: { body } })
        setOpen(false)
        void onDone()
      }}
    />
  )
}
