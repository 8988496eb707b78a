import { lazy, Suspense } from 'react'
import { t } from '../../kit/language.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { useMay } from '../../kit/session.web.ts'
import { useRouteParams } from '../../ui/navigation.tsx'
import { matches } from './matches.ts'
import classes from './matches.module.css'

const MatchPrices = lazy(async () => ({ default: (await import('./match-prices.tsx')).MatchPrices }))

const below = (match: AnyRecord) => <Suspense><MatchPrices match={match} /></Suspense>

/** A played match is no state for a copy to begin in, and one event is not sold for two matches. */
const anew = ['status', 'eventId', 'isTbc'] as const

export function MatchFormScreen() {
  const may = useMay()
  const { id } = useRouteParams()
  const mayMakeOnly = may('write', 'matches') && !may('write', 'rules')
  return (
    <FormScreen of={matches} anew={anew} below={below} {...(mayMakeOnly && {
      notice: (
        <p className={classes['notice']}>{id === undefined
          ? t('You can make matches. Changing one afterwards needs write permission on rules, because its kickoff decides which rules apply.')
          : t('You may make matches, but changing one needs write permission on rules, because its kickoff decides which rules apply.')}</p>
      ),
    })} />
  )
}
