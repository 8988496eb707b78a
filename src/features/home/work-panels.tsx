import { formatInstant } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Filter } from '../../core/list/list-query.ts'
import { countWords, useListAddress } from './figure-link.tsx'
import type { HomePanel } from './home-labels.ts'
import { newsTitle, panelLabels } from './home-labels.ts'
import { Panel } from './panel.tsx'
import type { Dashboard, DashboardFigure } from './sales.ts'
import classes from './home.module.css'

interface FiguresPanelProps {
  name: HomePanel
  figures: readonly DashboardFigure[]
  /** What it says where every number is nought. */
  whenNone: string
}

/** Whether every number is nought: such a panel is one line, below those that have something to show. */
export function isEmpty(figures: readonly DashboardFigure[]): boolean {
  return figures.every(({ count }) => count === 0)
}

/** Numbers that lead to their lists. Those above nought come first, and the others are one line. */
export function FiguresPanel({ name, figures, whenNone }: FiguresPanelProps) {
  const some = figures.filter(({ count }) => count > 0)
  return (
    <Panel name={name} title={t(panelLabels[name])} none={isEmpty(figures) && whenNone}>
      <ul className={classes['rows']}>
        {some.map((figure) => (
          <FigureRow key={figure.key} figure={figure} />
        ))}
      </ul>
    </Panel>
  )
}

function FigureRow({ figure }: { figure: DashboardFigure }) {
  const addressOf = useListAddress()
  return (
    <li>
      <a href={addressOf(figure.resource, figure.filter as Filter)} title={t(figure.means)}>
        <span className={classes['rowName']}>{t(figure.label)}</span>
        <strong data-alarm={figure.isAlarm}>{countWords(figure)}</strong>
      </a>
    </li>
  )
}

/** What came since the person was last here. */
export function SincePanel({
  figures,
  news: { since, isFirstSession, zone },
}: {
  figures: readonly DashboardFigure[]
  news: Pick<Dashboard, 'since' | 'isFirstSession' | 'zone'>
}) {
  const some = figures.filter(({ count }) => count > 0)
  return (
    <Panel
      name="since"
      title={newsTitle(isFirstSession)}
      note={formatInstant(since, zone)}
      none={isEmpty(figures) && t('No changes since then.')}
    >
      <ul className={classes['rows']}>
        {some.map((figure) => (
          <FigureRow key={figure.key} figure={figure} />
        ))}
      </ul>
    </Panel>
  )
}
