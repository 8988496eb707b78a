import { ownZone } from '../../core/zoned-time.ts'
import { formatInstant, zoneName } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource, RecordOf } from '../../core/resource/resource.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import type { GridColumn } from '../../ui/data-grid/grid-column.web.ts'
import type { audit } from './audit.ts'
import classes from './audit.module.css'
import { actionWords, countedWords, fieldsOf, objectWords } from './entry-labels.ts'
import { changeSentence, changeWords } from './value-labels.ts'

export type Entry = RecordOf<typeof audit>

/** `21 Nov 2026, 11:31:07` on the reader's clock: in a row of events the seconds count. */
export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={t('{at} ({zoneName} on your clock)', { at, zoneName: zoneName(at, ownZone()) })}>
      {formatInstant(at)}:{at.slice(17, 19)}
    </time>
  )
}

/** The actor. When they acted as another user, the real person comes first. */
export function Who({ entry }: { entry: Entry }) {
  const { actorKind, actorName, realActorName, elevatedFrom, actorRole } = entry
  if (realActorName !== null)
    return (
      <>
        <strong>{realActorName}</strong> <span className={classes['quiet']}>{t('as {actorName}', { actorName })}</span>
      </>
    )
  if (actorKind === 'system')
    return (
      <span className={classes['quiet']}>
        {actorName === 'public' || actorName === 'sign-in' ? t('Not signed in') : `Marquee: ${actorName}`}
      </span>
    )
  return (
    <>
      {actorName} {elevatedFrom !== null && <Chip tone="warn">{t('as {role}', { role: actorRole ?? '' })}</Chip>}
    </>
  )
}

/** The subject of an entry: its object, and the record if it names one. */
export function About({ entry, resource }: { entry: Entry; resource: AnyResource | undefined }) {
  // A refused call is called by its route, which says it all.
  if (entry.action === 'refused' && entry.title !== null) return <bdi>{entry.title}</bdi>
  const name = entry.title ?? (entry.recordId === null ? null : `#${entry.recordId}`)
  const object = objectWords(entry.object, resource)
  // `Customer 7` already says what it is.
  return name?.startsWith(`${object} `) ? (
    <>{name}</>
  ) : (
    <>
      {object}
      {name !== null && (
        <>
          {' '}
          <bdi className={classes['name']}>{name}</bdi>
        </>
      )}
    </>
  )
}

function what(entry: Entry, resource: AnyResource | undefined): string {
  const counted = countedWords(entry)
  if (counted !== null) return [counted, entry.reason].filter(Boolean).join('. ')
  if (entry.outcome === 'refused' || entry.changes.length === 0) return entry.reason ?? ''
  const words = changeWords(entry.changes, fieldsOf(entry.object, resource), { zone: null, titles: {} })
  // A new record has all its fields, a deleted one had: the entry itself shows them.
  const isWhole =
    entry.changes.every(({ before }) => before === null) || entry.changes.every(({ after }) => after === null)
  if (isWhole && words.length > 3) return t('{n} fields', { n: words.length })
  return words.map(changeSentence).join('; ')
}

/** The columns of the list. Labels of other resources' fields are theirs. */
export function auditColumns(byName: ReadonlyMap<string, AnyResource>): readonly GridColumn<Entry>[] {
  const resourceOf = (entry: Entry) => byName.get(entry.object)
  return [
    {
      id: 'at',
      header: t('When'),
      minWidth: 170,
      hideable: false,
      pin: 'start',
      sortable: true,
      cell: ({ at }) => <When at={at} />,
    },
    { id: 'who', header: t('Who'), minWidth: 150, cell: (entry) => <Who entry={entry} /> },
    {
      id: 'action',
      header: t('Action'),
      minWidth: 120,
      cell: (entry) => <Chip tone={entry.outcome === 'refused' ? 'bad' : 'neutral'}>{actionWords(entry.action)}</Chip>,
    },
    {
      id: 'about',
      header: t('About'),
      minWidth: 190,
      cell: (entry) => <About entry={entry} resource={resourceOf(entry)} />,
    },
    {
      id: 'what',
      header: t('Details'),
      onCard: false,
      minWidth: 280,
      cell: (entry) => what(entry, resourceOf(entry)),
    },
    {
      id: 'address',
      header: t('From address'),
      onCard: false,
      minWidth: 110,
      cell: ({ address }) => address ?? <span className={classes['quiet']}>–</span>,
    },
    {
      id: 'role',
      header: t('Role'),
      minWidth: 100,
      hidden: true,
      cell: ({ actorRole }) => actorRole ?? <span className={classes['quiet']}>–</span>,
    },
    {
      id: 'request',
      header: t('Request'),
      minWidth: 260,
      hidden: true,
      cell: ({ requestId }) => requestId ?? <span className={classes['quiet']}>–</span>,
    },
    { id: 'id', header: t('Entry'), minWidth: 80, numeric: true, hidden: true, cell: ({ id }) => id },
  ]
}
