import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react'
import { select } from 'd3-selection'
import type { ZoomBehavior } from 'd3-zoom'
import { zoom, zoomIdentity } from 'd3-zoom'
import type { KeyboardEvent } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import type { Section } from './manifest.ts'
import { zoneColours } from './map-colours.ts'
import type { DrawnMap } from './map-layout.ts'
import { SectionNames } from './section-names.tsx'
import classes from '../geo/places.module.css'

interface VenueMapProps {
  readonly name: string
  readonly map: DrawnMap
  readonly sections: readonly Section[]
  /** The id of the highlighted section. */
  readonly selected: string | null
  readonly onSelect: (code: string) => void
}

/** How far one press of an arrow key moves, in px, and how much one of plus or minus enlarges. */
const [stride, growth] = [60, 1.4]
const [smallest, largest] = [0.8, 12]

/**
 * A map to pan and zoom by wheel, drag, touch, buttons and keys. Each outline is a path rendered by React: nothing from
 * a file gets into the page. The table beside it has the same information for people who cannot see the map.
 */
export function VenueMap({ name, map, sections, selected, onSelect }: VenueMapProps) {
  const svg = useRef<SVGSVGElement>(null)
  const behaviour = useRef<ZoomBehavior<SVGSVGElement, unknown> | null>(null)
  const [transform, setTransform] = useState(zoomIdentity)
  const byCode = useMemo(() => new Map(sections.map((section) => [section.code, section])), [sections])
  const colours = useMemo(() => zoneColours(sections), [sections])

  useEffect(() => {
    if (!svg.current) return
    const zooming = zoom<SVGSVGElement, unknown>()
      .scaleExtent([smallest, largest])
      .on('zoom', (event: { transform: typeof zoomIdentity }) => setTransform(event.transform))
    behaviour.current = zooming
    const drawing = select(svg.current)
    drawing.call(zooming)
    return () => void drawing.on('.zoom', null)
  }, [])

  function grow(factor: number): void {
    if (svg.current) behaviour.current?.scaleBy(select(svg.current), factor)
  }
  function move(x: number, y: number): void {
    if (svg.current) behaviour.current?.translateBy(select(svg.current), x / transform.k, y / transform.k)
  }
  function reset(): void {
    if (svg.current) behaviour.current?.transform(select(svg.current), zoomIdentity)
  }

  const keys: Readonly<Record<string, () => void>> = {
    'ArrowLeft': () => move(stride, 0),
    'ArrowRight': () => move(-stride, 0),
    'ArrowUp': () => move(0, stride),
    'ArrowDown': () => move(0, -stride),
    '+': () => grow(growth),
    '=': () => grow(growth),
    '-': () => grow(1 / growth),
    '0': reset,
  }
  function press(event: KeyboardEvent): void {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }

  return (
    <div>
      <div className={classes['map']}>
        <svg
          ref={svg}
          className={classes['drawing']}
          viewBox={map.viewBox}
          tabIndex={0}
          role="group"
          onKeyDown={press}
          data-scale={transform.k.toFixed(2)}
          aria-label={t('Map of {name}. Arrow keys move it, plus and minus change its size, zero shows all of it.', {
            name,
          })}
        >
          <g transform={transform.toString()}>
            {map.stage && <path d={map.stage.d} data-kind="stage" />}
            {map.shapes.map(({ id, d }) => {
              const section = byCode.get(id)
              return (
                <path
                  key={id}
                  d={d}
                  data-section={id}
                  data-selected={id === selected}
                  data-kind={section ? 'section' : 'extra'}
                  className={section && classes[`zone${colours.get(section.zone ?? '') ?? 0}`]}
                  {...(section && { onClick: () => onSelect(id) })}
                >
                  <title>{section ? [section.name, section.zone].filter(Boolean).join(', ') : id}</title>
                </path>
              )
            })}
            <SectionNames svg={svg} map={map} sections={sections} scale={transform.k} />
            {map.stage && <StageName map={map} />}
          </g>
        </svg>
        <div className={classes['mapTools']}>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('Zoom in')}
            title={t('Zoom in')}
            onClick={() => grow(growth)}
          >
            <IconPlus size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('Zoom out')}
            title={t('Zoom out')}
            onClick={() => grow(1 / growth)}
          >
            <IconMinus size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('Show all of it')}
            title={t('Show all of it')}
            onClick={reset}
          >
            <IconZoomReset size={16} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      <ul className={classes['legend']} aria-label={t('Zones')}>
        {[...colours].map(([zone, colour]) => (
          <li key={zone}>
            <span className={classes[`zone${colour}`]} aria-hidden />
            {zone || t('Without a zone')}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** In the middle of the stage or pitch, whose position is known for generated maps. */
function StageName({ map: { stage } }: { map: DrawnMap }) {
  const [, y = '400'] = /^M-?[0-9.]+ (-?[0-9.]+)/.exec(stage?.d ?? '') ?? []
  const height = Number(/v([0-9.]+)/.exec(stage?.d ?? '')?.[1] ?? 0)
  return (
    <text x={500} y={Number(y) + height / 2}>
      {stage && t(stage.label)}
    </text>
  )
}
