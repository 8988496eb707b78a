import { Button } from '@mantine/core'
import { t } from '../../core/i18n/language.ts'
import type { FixturePreview } from './fixture.endpoints.ts'
import classes from './matches.module.css'

interface ImportBarProps {
  readonly preview: FixturePreview
  readonly isBusy: boolean
  readonly isComplete: boolean
  readonly onImport: () => void
}

/** The totals of an import, and the button that starts it. */
export function ImportBar({ preview, isBusy, isComplete, onImport }: ImportBarProps) {
  const count = (action: string) => preview.rows.filter((row) => row.action === action).length
  const fresh = preview.teams.filter(
    ({ state, performerId }) => state === 'new' || (state === 'answered' && performerId === null),
  ).length
  const [creates, changes, same] = [count('create'), count('change'), count('same')]
  const isAsked = !isComplete || preview.asks.length > 0
  return (
    <div className={classes['bar']}>
      <p role="status">
        {isAsked
          ? t('Fix the fields above to import.')
          : t(
              '{creates, plural, one {# match} other {# matches}} to create, {fresh, plural, one {# team} other {# teams}} to create, {changes, plural, one {# change} other {# changes}} to approve, {same} unchanged.',
              { creates, fresh, changes, same },
            )}
      </p>
      <Button disabled={isAsked || preview.rows.length === 0} loading={isBusy} onClick={onImport}>
        {t('Import')}
      </Button>
    </div>
  )
}
