import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Filter } from '../../core/list/list-query.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { ChangeTable } from '../../ui/change-table.tsx'
import { useAnswer, useRecord } from '../../ui/resource/client.web.ts'
import type { RecordPaths } from '../../ui/resource/record-paths.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { readAuditNames } from './audit.endpoints.ts'
import type { Entry } from './audit-columns.tsx'
import { About, When, Who } from './audit-columns.tsx'
import { audit } from './audit.ts'
import classes from './audit.module.css'
import { actionWords, countedWords, fieldsOf } from './entry-labels.ts'
import { changeWords, nothing } from './value-labels.ts'

interface EntryProps {
  readonly id: number
  readonly byName: ReadonlyMap<string, AnyResource>
  /** The ids of the rows in the list, in its order. */
  readonly rows: readonly number[]
  readonly onOpen: (id: number | null) => void
  readonly onNarrow: (filter: Filter) => void
}

/** One entry in full, beside the list; the arrows step through the list without closing it. */
export function AuditEntryDrawer({ id, byName, rows, onOpen, onNarrow }: EntryProps) {
  const { data, error, refetch } = useRecord(audit, id)
  const place = rows.indexOf(id)
  const [previous, next] = [rows[place - 1], place < 0 ? undefined : rows[place + 1]]
  return (
    <SideDrawer
      title={t('Entry {id}', { id: formatNumber(id) })}
      onClose={() => onOpen(null)}
      tools={
        <>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            disabled={previous === undefined}
            aria-label={t('Previous entry')}
            onClick={() => onOpen(previous ?? null)}
          >
            <IconChevronUp size={17} aria-hidden />
          </Button>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            disabled={next === undefined}
            aria-label={t('Next entry')}
            onClick={() => onOpen(next ?? null)}
          >
            <IconChevronDown size={17} aria-hidden />
          </Button>
        </>
      }
    >
      {error ? (
        <Failure error={error} onRetry={() => void refetch()} what={t('Entry')} />
      ) : data === undefined ? (
        <FormSkeleton />
      ) : (
        <Details entry={data} resource={byName.get(data.object)} onNarrow={onNarrow} />
      )}
    </SideDrawer>
  )
}

/** The record's own page, else the list filtered to that record; null when the user can see neither. */
function recordAddress(paths: RecordPaths, { object, recordId, action }: Entry): string | null {
  const id = recordIdIn(recordId)
  if (id === null || action === 'delete') return null
  const page = paths(object, 'update', id) ?? paths(object, 'view', id)
  const list = paths(object, 'list')
  return page ?? (list && `${list}?${new URLSearchParams({ filter: JSON.stringify({ id }) }).toString()}`)
}

interface DetailsProps {
  entry: Entry
  resource: AnyResource | undefined
  onNarrow: (filter: Filter) => void
}

function Details({ entry, resource, onNarrow }: DetailsProps) {
  const record = recordAddress(useRecordPaths(), entry)
  const counted = countedWords(entry)
  return (
    <div className={classes['entry']}>
      <p className={classes['entryTitle']}>
        <Chip tone={entry.outcome === 'refused' ? 'bad' : 'neutral'}>{actionWords(entry.action)}</Chip>{' '}
        <About entry={entry} resource={resource} />
      </p>
      <Facts entry={entry} counted={counted} />
      <div className={classes['buttons']}>
        {record !== null && (
          <Button
            component="a"
            href={record}
            variant="default"
            size="compact-sm"
            leftSection={<IconExternalLink size={14} aria-hidden />}
          >
            {t('Open the record')}
          </Button>
        )}
        <NarrowButtons entry={entry} onNarrow={onNarrow} />
      </div>
      {entry.changes.length > 0 && counted === null && <Changes entry={entry} resource={resource} />}
      <PlaceInChain entry={entry} />
    </div>
  )
}

/** Who did it, when, why and from where. */
function Facts({ entry, counted }: { entry: Entry; counted: string | null }) {
  return (
    <dl className={classes['facts']}>
      <Fact label={t('When')}>
        <When at={entry.at} />
      </Fact>
      <Fact label={t('Who')}>
        <Who entry={entry} />
        {entry.actorEmail !== null && entry.realActorName === null && (
          <span className={classes['quiet']}> {entry.actorEmail}</span>
        )}
      </Fact>
      {entry.realActorName !== null && (
        <Fact label={t('Real actor')}>
          {entry.realActorName} <span className={classes['quiet']}>{entry.realActorEmail}</span>
          {t(', acting as {actorName}', { actorName: entry.actorName })}
        </Fact>
      )}
      {entry.actorRole !== null && (
        <Fact label={t('Role')}>
          {entry.actorRole}
          {entry.elevatedFrom !== null && (
            <>{t(', for a limited time. Own role: {elevatedFrom}', { elevatedFrom: entry.elevatedFrom })}</>
          )}
        </Fact>
      )}
      {counted !== null && <Fact label={t('Counted')}>{counted}</Fact>}
      {entry.reason !== null && <Fact label={t('Reason')}>{entry.reason}</Fact>}
      {entry.address !== null && (
        <Fact label={t('From address')}>
          <code>{entry.address}</code>
        </Fact>
      )}
      {entry.requestId !== null && (
        <Fact label={t('Request')}>
          <code>{entry.requestId}</code>
        </Fact>
      )}
    </dl>
  )
}

/** Buttons that narrow the list down to what belongs to an entry. */
function NarrowButtons({ entry, onNarrow }: Pick<DetailsProps, 'entry' | 'onNarrow'>) {
  return (
    <>
      {entry.recordId !== null && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onNarrow({ object: entry.object, recordId: entry.recordId ?? '' })}
        >
          {t('All of this record')}
        </Button>
      )}
      {entry.personId !== null && (
        <Button variant="default" size="compact-sm" onClick={() => onNarrow({ personId: entry.personId ?? 0 })}>
          {t('All by this person')}
        </Button>
      )}
      {entry.requestId !== null && (
        <Button variant="default" size="compact-sm" onClick={() => onNarrow({ requestId: entry.requestId ?? '' })}>
          {t('All of this request')}
        </Button>
      )}
    </>
  )
}

function PlaceInChain({ entry }: { entry: Entry }) {
  return (
    <section aria-label={t('Place in the chain')}>
      <h3>{t('Place in the chain')}</h3>
      {entry.hash === null ? (
        <p>{t('Not sealed yet. Entries are sealed about a second after they are written.')}</p>
      ) : (
        <dl className={classes['facts']}>
          <Fact label={t('Seal')}>{formatNumber(entry.position ?? 0)}</Fact>
          <Fact label={t('Hash')}>
            <code>{entry.hash}</code>
          </Fact>
          <Fact label={t('Entry before')}>
            <code>{entry.previousHash}</code>
          </Fact>
        </dl>
      )}
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Field by field, in the words of the resource's own forms; a new or deleted record has one side only. */
function Changes({ entry, resource }: { entry: Entry; resource: AnyResource | undefined }) {
  const refers = Object.values(resource?.fields ?? {}).some((field) => 'to' in field)
  const { data: titles } = useAnswer(readAuditNames, { params: { id: entry.id }, enabled: refers })
  const words = changeWords(entry.changes, fieldsOf(entry.object, resource), { zone: null, titles: titles ?? {} })
  const hasBefore = entry.changes.some(({ before }) => before !== null)
  const hasAfter = entry.changes.some(({ after }) => after !== null)
  return (
    <section aria-label={t('Fields')}>
      <h3>{hasBefore && hasAfter ? t('What changed') : hasAfter ? t('Values') : t('Previous values')}</h3>
      <ChangeTable
        label={t('Fields')}
        changes={words}
        before={hasBefore && t('Before')}
        after={hasAfter && (hasBefore ? t('After') : t('Value'))}
        blank={nothing}
      />
    </section>
  )
}
