import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { formatDate } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { DateInput } from '../../ui/resource/date-input.tsx'
import { Failure, PanelSkeleton } from '../../ui/resource/states.tsx'
import type { FoundSubject } from './availability.endpoints.ts'
import { findSubjects } from './availability.endpoints.ts'
import classes from './availability.module.css'

/** What is asked about: a performance by its event, city and day, or a product. */
export function SubjectPicker({ onChoose }: { onChoose: (subject: FoundSubject) => void }) {
  const [{ kind: named, q = '', city = '', day = '', provider = '' }, patch] = useRouteQuery()
  const kind = named === 'product' ? 'product' : 'performance'
  const wanted = useDeferredValue(
    JSON.stringify({
      kind,
      q,
      city,
      ...(kind === 'performance' && day && { date: day }),
      ...(kind === 'performance' && provider && { provider }),
    }),
  )
  const found = useAnswer(findSubjects, { query: JSON.parse(wanted) as Record<string, string> })
  const set = (change: Readonly<Record<string, string | null>>) => patch(change, { replace: true })
  return (
    <section className={classes['card']} aria-label={t('Search')}>
      <form className={classes['search']} role="search" onSubmit={(event) => event.preventDefault()}>
        <SegmentedControl
          size="xs"
          aria-label={t('Kind')}
          value={kind}
          onChange={(value) => set({ kind: value })}
          data={[
            { value: 'performance', label: t('Performance') },
            { value: 'product', label: t('Product') },
          ]}
        />
        <TextInput
          type="search"
          label={kind === 'performance' ? t('Event or venue') : t('Title or code')}
          leftSection={<IconSearch size={15} aria-hidden />}
          maxLength={120}
          value={q}
          onChange={(event) => set({ q: event.currentTarget.value })}
        />
        <TextInput
          label={t('City')}
          maxLength={120}
          value={city}
          onChange={(event) => set({ city: event.currentTarget.value })}
        />
        {kind === 'performance' && (
          <DateInput kind="date" label={t('Day')} value={day || null} onChange={(date) => set({ day: date })} />
        )}
      </form>
      {kind === 'performance' && provider !== '' && (
        <p className={classes['summary']}>
          {t('Only what {provider} has.', { provider })}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => set({ provider: null })}>
            {t('Show all')}
          </Button>
        </p>
      )}
      <Results kind={kind} found={found} onChoose={onChoose} />
    </section>
  )
}

interface ResultsProps {
  readonly kind: FoundSubject['kind']
  readonly found: UseQueryResult<FoundSubject[]>
  readonly onChoose: (subject: FoundSubject) => void
}

function Results({ kind, found, onChoose }: ResultsProps) {
  if (found.error && !found.data)
    return <Failure error={found.error} onRetry={() => void found.refetch()} what={t('Search results')} />
  if (!found.data) return <PanelSkeleton />
  if (found.data.length === 0)
    return (
      <p className={classes['quiet']} role="status">
        {kind === 'performance'
          ? t('No upcoming performance matches. Try fewer words or another day.')
          : t('No product matches. Try fewer words.')}
      </p>
    )
  return (
    <ul className={classes['results']} aria-label={t('Search results')}>
      {found.data.map((subject) => (
        <li key={subject.id}>
          <button type="button" onClick={() => onChoose(subject)}>
            <strong>{subject.title}</strong>
            <span>
              {[subject.localDate && formatDate(subject.localDate), subject.localTime, subject.place]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
