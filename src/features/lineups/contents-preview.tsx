import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconBan, IconPin, IconPinnedOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { formatDate, formatInstant } from '../../core/i18n/formats.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { useCommand } from '../../ui/resource/client.web.ts'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { RowCommand, RowCommands } from '../../ui/reorder/reorder.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { scheduleWords } from '../events/event/event-labels.ts'
import { keepTitles } from './event-titles.web.ts'
import type { Contents, Member } from './lineup.endpoints.ts'
import { previewContents, reviewContents } from './lineup.endpoints.ts'
import { lineups } from './lineups.ts'
import classes from './lineups.module.css'

type Draft = Readonly<Record<string, unknown>>
const wanted = [
  'membership',
  'isOfBill',
  'eventTypes',
  'cityIds',
  'venueIds',
  'nameContains',
  'fromDate',
  'untilDate',
  'maxEvents',
  'pinnedEventIds',
  'excludedEventIds',
] as const

/** The request to the server; null while the draft is not valid. */
function questionOf(draft: Draft, id: number | null): Draft | null {
  const query = Object.fromEntries(wanted.map((key) => [key, draft[key] ?? null]))
  const { maxEvents, membership } = query
  if (typeof maxEvents !== 'number' || maxEvents < 1 || maxEvents > 200 || typeof membership !== 'string') return null
  const name =
    typeof query['nameContains'] === 'string' && query['nameContains'].trim().length >= 3
      ? query['nameContains'].trim()
      : null
  return { ...query, id, nameContains: name }
}

interface PreviewProps {
  readonly draft: Draft
  readonly record: Draft | null
  readonly readOnly: boolean
  readonly setField: (key: string, value: unknown) => void
}

/** A preview of the lineup with the form's unsaved values, and what has changed since its last review. */
export function ContentsPreview({ draft, record, readOnly, setField }: PreviewProps) {
  const id = typeof record?.['id'] === 'number' ? record['id'] : null
  const [question] = useDebouncedValue(questionOf(draft, id), 300)
  const { data } = useQuery({
    // Includes the record's version, because the query depends on the bill, which can have changed.
    queryKey: [previewContents.path, question, record?.['version']],
    enabled: question !== null,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    queryFn: async ({ signal }) =>
      (await http.request('POST', previewContents.path, { body: question, signal })).data as Contents,
  })
  useEffect(() => {
    if (data) keepTitles([...data.events, ...data.excluded])
  }, [data])
  if (!data) return <div className={classes['preview']} role="status" aria-label={t('Loading')} />
  const pinned = list(draft['pinnedEventIds'])
  const excluded = list(draft['excludedEventIds'])
  const isLiving = draft['membership'] === 'living'
  const isAsSaved =
    record !== null && wanted.every((key) => JSON.stringify(record[key] ?? null) === JSON.stringify(draft[key] ?? null))
  const changes = data.events.filter(({ change }) => change !== 'none').length + data.gone.length
  return (
    <section className={classes['preview']} aria-label={t('Events in it now')}>
      <div className={classes['previewHead']}>
        <h3>
          {data.total > data.events.length
            ? t('{n, plural, one {# event} other {# events}} in it, of {total} found', {
                n: data.events.length,
                total: data.total,
              })
            : t('{n, plural, one {# event} other {# events}} in it', { n: data.events.length })}
        </h3>
        {id !== null && <Review id={id} contents={data} changes={changes} isAsSaved={isAsSaved} />}
      </div>
      {data.gone.length > 0 && <Gone events={data.gone} />}
      {data.events.length === 0 ? (
        <p>{isLiving ? t('No matches. Use fewer conditions, or pin events.') : t('No event is chosen yet.')}</p>
      ) : (
        <ul className={classes['members']}>
          {data.events.map((event) => (
            <Row
              key={event.id}
              event={event}
              isPinned={pinned.includes(event.id)}
              canExclude={isLiving}
              readOnly={readOnly}
              onPin={() =>
                setField(
                  'pinnedEventIds',
                  pinned.includes(event.id) ? pinned.filter((one) => one !== event.id) : [...pinned, event.id],
                )
              }
              onExclude={() => {
                if (pinned.includes(event.id))
                  setField(
                    'pinnedEventIds',
                    pinned.filter((one) => one !== event.id),
                  )
                setField('excludedEventIds', [...excluded, event.id])
              }}
            />
          ))}
        </ul>
      )}
      {data.excluded.length > 0 && (
        <p className={classes['quiet']}>
          {t('Found and excluded: {names}.', { names: data.excluded.map(({ name }) => name).join(', ') })}
        </p>
      )}
    </section>
  )
}

/** What was in it when it was last looked through. */
function Gone({ events }: { events: Contents['gone'] }) {
  return (
    <p className={classes['gone']}>
      {t('No longer in it: {names}.', {
        names: events
          .slice(0, 8)
          .map(({ name }) => name)
          .join(', '),
      })}
      {events.length > 8 && <> {t('And {n} more.', { n: events.length - 8 })}</>}
    </p>
  )
}

const list = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'number') : []

function Review({
  id,
  contents,
  changes,
  isAsSaved,
}: {
  id: number
  contents: Contents
  changes: number
  isAsSaved: boolean
}) {
  const mayWrite = useMay()('write', 'lineups')
  const queries = useQueryClient()
  const review = useCommand(reviewContents, { refresh: [lineups] })
  const { reviewedAt, reviewedBy } = contents
  return (
    <div className={classes['review']}>
      <span>
        {reviewedAt === null
          ? t('Not reviewed yet.')
          : changes === 0
            ? t('Nothing has changed since {name} reviewed it on {when}.', {
                name: reviewedBy ?? '',
                when: formatInstant(reviewedAt),
              })
            : t('{n, plural, one {# change} other {# changes}} since {name} reviewed it on {when}.', {
                n: changes,
                name: reviewedBy ?? '',
                when: formatInstant(reviewedAt),
              })}
      </span>
      {mayWrite && (reviewedAt === null || changes > 0) && (
        <Button
          size="compact-sm"
          variant="default"
          loading={review.isPending}
          disabled={!isAsSaved}
          title={isAsSaved ? undefined : t('Save first: what is shown is not stored yet.')}
          onClick={() => {
            review.mutate(
              { params: { id } },
              {
                onSuccess: ({ events }) => {
                  toast.success(t('{n, plural, one {# event} other {# events}} scanned', { n: events }))
                  void queries.invalidateQueries({ queryKey: [previewContents.path] })
                },
              },
            )
          }}
        >
          {t('Scanned')}
        </Button>
      )}
    </div>
  )
}

const changeWords = { new: msg('new'), moved: msg('moved from {day}'), changed: msg('changed') } as const

interface RowProps {
  readonly event: Member
  readonly isPinned: boolean
  readonly canExclude: boolean
  readonly readOnly: boolean
  readonly onPin: () => void
  readonly onExclude: () => void
}

function Row({ event, isPinned, canExclude, readOnly, onPin, onExclude }: RowProps) {
  const { id, name, venue, city, localDate, localTime, isDateTbd, schedule, publication, change, was } = event
  const pinWords = isPinned ? t('Unpin {name}', { name }) : t('Pin {name}', { name })
  return (
    <li>
      <span className={classes['what']}>
        {isPinned && <IconPin size={13} aria-label={t('Pinned')} />}
        <RecordLink to="events" id={id}>
          {name}
        </RecordLink>
        {change !== 'none' && (
          <Chip tone="busy">{t(changeWords[change], { day: was === null ? '–' : formatDate(was) })}</Chip>
        )}
        {schedule !== 'scheduled' && (
          <Chip tone={schedule === 'cancelled' ? 'bad' : 'warn'}>{choiceLabelOf(scheduleWords, schedule)}</Chip>
        )}
        {publication !== 'published' && <Chip tone="warn">{t('not public')}</Chip>}
      </span>
      <span className={classes['when']}>
        {localDate === null ? (
          isDateTbd ? (
            t('Date to be decided')
          ) : (
            t('nothing upcoming')
          )
        ) : (
          <time dateTime={localDate}>
            {formatDate(localDate)}
            {localTime !== null && ` ${localTime}`}
          </time>
        )}
        <small>
          {venue}, {city}
        </small>
      </span>
      {!readOnly && (
        <RowCommands label={name}>
          <RowCommand label={pinWords} pressed={isPinned} onClick={onPin}>
            {isPinned ? <IconPinnedOff size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
          </RowCommand>
          {canExclude && (
            <RowCommand label={t('Exclude {name}', { name })} onClick={onExclude}>
              <IconBan size={14} aria-hidden />
            </RowCommand>
          )}
        </RowCommands>
      )}
    </li>
  )
}
