import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { mayChange } from '../../kit/city-limits.ts'
import { formatInstant } from '../../kit/formats.ts'
import { msg, t } from '../../kit/language.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useAnswer } from '../../kit/screens/client.web.ts'
import { useSession } from '../../kit/session.web.ts'
import type { ScheduleChange } from './notice-calls.ts'
import { listScheduleChanges } from './notice-calls.ts'
import { performances } from './performances.ts'
import classes from './schedule.module.css'

const TellDialog = lazy(async () => ({ default: (await import('./tell-dialog.tsx')).TellDialog }))

const kinds = { moved: msg('Moved'), postponed: msg('Postponed'), cancelled: msg('Cancelled') }

function stateWords({ state, purchases, told, decidedBy }: ScheduleChange): string {
  if (state === 'open') return t('{n, plural, one {# customer has} other {# customers have}} not been told', { n: purchases })
  if (state === 'superseded') return t('Changed again before anybody was told')
  if (state === 'declined') return t('{name} decided to tell nobody', { name: decidedBy ?? '' })
  return t('{told} of {purchases} told by e-mail, by {name}', { told, purchases, name: decidedBy ?? '' })
}

/** What was changed of a performance after it had been sold, and whether its customers know. */
export function ChangesPanel({ performance }: { performance: AnyRecord }) {
  const session = useSession()
  const [telling, setTelling] = useState<number | null>(null)
  // A change brings a newer version, and with it what has to be told.
  const { data } = useAnswer(listScheduleChanges, { params: { id: performance.id }, query: { version: performance.version } })
  if (!data || data.changes.length === 0) return null
  const mayTell = session !== null && mayChange(session.grants, performances, performance)
  return (
    <section className={classes['panel']} aria-label={t('Changes after it was sold')}>
      <h2>{t('Changes after it was sold')}</h2>
      <ul className={classes['claims']}>
        {data.changes.map((change) => (
          <li key={change.id}>
            <b>{t(kinds[change.kind])}</b>
            <span>{formatInstant(change.madeAt)} · {change.madeBy}{change.reason !== '' && ` · ${change.reason}`}</span>
            <span className={classes['quiet']}>{stateWords(change)}</span>
            {mayTell && change.state === 'open' && <Button size="compact-sm" variant="default" onClick={() => setTelling(change.id)}>{t('Tell the customers…')}</Button>}
          </li>
        ))}
      </ul>
      {telling !== null && <Suspense><TellDialog changes={[telling]} onClose={() => setTelling(null)} /></Suspense>}
    </section>
  )
}
