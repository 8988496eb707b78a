import { t } from '../../core/i18n/language.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { useRouteParams } from '../../ui/navigation.tsx'
import { matches } from './matches.ts'
import classes from './matches.module.css'

/** A played match is no state for a copy to begin in, and one event is not sold for two matches. */
const resetOnCopy = ['status', 'eventId', 'isTbc'] as const

export function MatchFormScreen() {
  const may = useMay()
  const { id } = useRouteParams()
  const mayMakeOnly = may('write', 'matches') && !may('write', 'rules')
  return (
    <FormScreen
      of={matches}
      resetOnCopy={resetOnCopy}
      {...(mayMakeOnly && {
        notice: (
          <p className={classes['notice']}>
            {id === undefined
              ? t(
                  'You can create matches. Changing one afterwards needs write permission on rules, because its kickoff decides which rules apply.',
                )
              : t(
                  'You can create matches, but changing one needs write permission on rules, because its kickoff decides which rules apply.',
                )}
          </p>
        ),
      })}
    />
  )
}
