import { Button } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { ListScreen } from '../../../ui/resource/list-screen.tsx'
import { useRecordPaths } from '../../../ui/resource/record-paths.tsx'
import { cities } from './cities.ts'
import { cityLaunches, launchSteps } from './city-launches.ts'
import classes from './places.module.css'

// Merging shows rows by name.

export function CityListScreen() {
  const board = useRecordPaths()(cityLaunches.name, 'list')
  return (
    <ListScreen
      of={cities}
      actions={
        board !== null && (
          <Button component="a" href={board} variant="default">
            {t('Launch board')}
          </Button>
        )
      }
    />
  )
}

/** Done or not, as an icon with a text alternative. */
function stepCell(key: string) {
  return function StepCell(record: AnyRecord) {
    const isDone = record[key] === true
    return (
      <span className={classes['step']} data-done={isDone}>
        {isDone ? <IconCheck size={15} aria-hidden /> : <IconMinus size={15} aria-hidden />}
        <span className="visually-hidden">{isDone ? t('Yes') : t('No')}</span>
      </span>
    )
  }
}

function StepsCell({ stepsDone }: AnyRecord) {
  const done = Number(stepsDone)
  return (
    <span className={classes['track']}>
      {done} / {launchSteps.length}
      <span className={classes['bar']} aria-hidden>
        <span style={{ inlineSize: `${(done / launchSteps.length) * 100}%` }} />
      </span>
    </span>
  )
}

const stepCells = { stepsDone: StepsCell, ...Object.fromEntries(launchSteps.map((key) => [key, stepCell(key)])) }
const widths = {
  stage: 130,
  stepsDone: 116,
  isMapped: 98,
  hasCodes: 72,
  hasVenues: 76,
  isStocked: 80,
  isMarketOpen: 104,
  hasDescription: 92,
  isTranslated: 92,
  isLive: 60,
  isIndexed: 80,
  sellable: 76,
  popularity: 90,
}

/** Every city on its way from a supplier's name to a page that search engines keep. */
export function LaunchBoardScreen() {
  const paths = useRecordPaths()
  // Each row is a city, and its steps are on the city's page.
  const cells = useMemo(
    () => ({
      ...stepCells,
      name: ({ id, name }: AnyRecord) => <a href={paths(cities.name, 'update', id) ?? undefined}>{String(name)}</a>,
    }),
    [paths],
  )
  return <ListScreen of={cityLaunches} cells={cells} widths={widths} />
}
