import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react'
import { useMemo } from 'react'
import { formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Section } from './manifest.ts'
import type { DrawnMap } from './map-layout.ts'
import { boundsOf } from './outline-checks.ts'
import { outlineOf } from './outline.ts'
import type { Selection, SelectionPress } from './section-selection.ts'
import { pressOf } from './section-selection.ts'
import classes from '../geo/places.module.css'
import own from './venue-map.module.css'

interface MapToolsProps {
  readonly onZoomIn: () => void
  readonly onZoomOut: () => void
  readonly onReset: () => void
}

export function MapTools({ onZoomIn, onZoomOut, onReset }: MapToolsProps) {
  const tools = [
    { label: t('Zoom in'), Icon: IconPlus, run: onZoomIn },
    { label: t('Zoom out'), Icon: IconMinus, run: onZoomOut },
    { label: t('Show all of it'), Icon: IconZoomReset, run: onReset },
  ]
  return (
    <div className={classes['mapTools']}>
      {tools.map(({ label, Icon, run }) => (
        <ActionIcon key={label} variant="default" size={30} aria-label={label} title={label} onClick={run}>
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </div>
  )
}

interface LegendProps {
  readonly sections: readonly Section[]
  readonly selection: Selection
  readonly onSelect: (codes: readonly string[], press: SelectionPress) => void
  readonly colours: ReadonlyMap<string, number>
}

/** The zones with their colours. A press selects all sections of a zone, Shift or Ctrl those of another one too. */
export function Legend({ colours, sections, selection, onSelect }: LegendProps) {
  const byZone = useMemo(() => Map.groupBy(sections, ({ zone }) => zone ?? ''), [sections])
  return (
    <ul className={`${classes['legend']} ${own['legend']}`} aria-label={t('Zones')}>
      {[...colours].map(([zone, colour]) => {
        const codes = (byZone.get(zone) ?? []).map(({ code }) => code)
        const isWhole = codes.every((code) => selection.has(code))
        const name = zone || t('Without a zone')
        return (
          <li key={zone}>
            <button
              type="button"
              aria-pressed={isWhole}
              title={t('Select all of {zone}', { zone: name })}
              onClick={(event) => {
                if (pressOf(event) === 'only') onSelect(isWhole && selection.size === codes.length ? [] : codes, 'only')
                else onSelect(codes, isWhole ? 'toggle' : 'add')
              }}
            >
              <span className={classes[`zone${colour}`]} aria-hidden />
              {name} <small>{formatNumber(codes.length)}</small>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** In the middle of the stage or pitch. */
export function StageName({ stage }: { stage: NonNullable<DrawnMap['stage']> }) {
  const bounds = useMemo(() => boundsOf([outlineOf(stage.d) ?? []]), [stage.d])
  if (bounds === null) return null
  return (
    <text x={(bounds.left + bounds.right) / 2} y={(bounds.top + bounds.bottom) / 2}>
      {t(stage.label)}
    </text>
  )
}
