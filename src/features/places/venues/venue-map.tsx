import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react'
import { select } from 'd3-selection'
import type { ZoomBehavior } from 'd3-zoom'
import { zoom, zoomIdentity } from 'd3-zoom'
import type { KeyboardEvent } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Section } from './manifest.ts'
import { zoneColours } from './map-colours.ts'
import type { DrawnMap } from './map-layout.ts'
import { MapOutlines } from './map-outlines.tsx'
import type { Box } from './rubber-band.web.ts'
import { useRubberBand } from './rubber-band.web.ts'
import { SectionNames } from './section-names.tsx'
import type { Selection, SelectionPress } from './section-selection.ts'
import { pressOf } from './section-selection.ts'
import classes from '../geo/places.module.css'
import own from './venue-map.module.css'

interface VenueMapProps {
  readonly name: string
  readonly map: DrawnMap
  readonly sections: readonly Section[]
  /** The codes of the highlighted sections. */
  readonly selection: Selection
  /** The codes that a search found; null where nothing is searched. */
  readonly found: Selection | null
  /** The codes to zoom to. A new array moves the map again. */
  readonly target: readonly string[] | null
  readonly onSelect: (codes: readonly string[], press: SelectionPress) => void
}

/** How far one press of an arrow key moves, in px, and how much one of plus or minus enlarges. */
const [stride, growth] = [60, 1.4]
const [smallest, largest] = [0.8, 12]
/** The share of the map that a section takes once the map has zoomed to it. */
const roomOfTarget = 0.3

/**
 * A map to pan and zoom by wheel, drag, touch, buttons and keys. A press selects a section, Shift or Ctrl another one,
 * and Shift with a drag all that a box touches. Each outline is a path rendered by React: nothing from a file gets into
 * the page. The table beside it has the same information and selection for people who cannot see the map.
 */
export function VenueMap({ name, map, sections, selection, found, target, onSelect }: VenueMapProps) {
  const svg = useRef<SVGSVGElement>(null)
  const layer = useRef<SVGGElement>(null)
  const behaviour = useRef<ZoomBehavior<SVGSVGElement, unknown> | null>(null)
  const [transform, setTransform] = useState(zoomIdentity)
  const byCode = useMemo(() => new Map(sections.map((section) => [section.code, section])), [sections])
  const colours = useMemo(() => zoneColours(sections), [sections])
  const { box, ...pointer } = useRubberBand(layer, (codes) => onSelect(codes, 'add'))

  useEffect(() => {
    if (!svg.current) return
    const zooming = zoom<SVGSVGElement, unknown>()
      .scaleExtent([smallest, largest])
      // Shift draws a box instead.
      .filter((event: MouseEvent) => (event.type === 'wheel' || !(event.ctrlKey || event.shiftKey)) && !event.button)
      .on('zoom', (event: { transform: typeof zoomIdentity }) => setTransform(event.transform))
    behaviour.current = zooming
    const drawing = select(svg.current)
    drawing.call(zooming)
    return () => void drawing.on('.zoom', null)
  }, [])

  useEffect(() => {
    const place = target && layer.current && placeOf(layer.current, target)
    if (!svg.current || !place) return
    const [x = 0, y = 0, width = 1, height = 1] = map.viewBox.split(' ').map(Number)
    const k = Math.min(
      largest,
      Math.max(1, Math.min((width / place.width) * roomOfTarget, (height / place.height) * roomOfTarget)),
    )
    const to = zoomIdentity
      .translate(x + width / 2 - k * (place.x + place.width / 2), y + height / 2 - k * (place.y + place.height / 2))
      .scale(k)
    behaviour.current?.transform(select(svg.current), to)
  }, [target, map])

  function grow(factor: number): void {
    if (svg.current) behaviour.current?.scaleBy(select(svg.current), factor)
  }
  function move(x: number, y: number): void {
    if (svg.current) behaviour.current?.translateBy(select(svg.current), x / transform.k, y / transform.k)
  }
  function reset(): void {
    if (svg.current) behaviour.current?.transform(select(svg.current), zoomIdentity)
  }
  function click(event: MouseEvent): void {
    const path = event.target instanceof Element ? event.target.closest<SVGPathElement>('path[data-kind]') : null
    const press = pressOf(event)
    if (path?.dataset['kind'] === 'section') onSelect([path.dataset['section'] ?? ''], press)
    else if (press === 'only') onSelect([], press)
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
          className={`${classes['drawing']} ${own['drawing']}`}
          viewBox={map.viewBox}
          tabIndex={0}
          role="group"
          onKeyDown={press}
          onClick={(event) => click(event.nativeEvent)}
          {...pointer}
          data-scale={transform.k.toFixed(2)}
          aria-label={t('Map of {name}. Arrow keys move it, plus and minus change its size, zero shows all of it.', {
            name,
          })}
        >
          <g ref={layer} transform={transform.toString()}>
            {map.stage && <path d={map.stage.d} data-kind="stage" />}
            <MapOutlines map={map} byCode={byCode} colours={colours} selection={selection} found={found} />
            <SectionNames svg={svg} map={map} sections={sections} transform={transform} />
            {box && <rect {...box} className={own['band']} />}
            {map.stage && <StageName map={map} />}
          </g>
        </svg>
        <MapTools onGrow={grow} onReset={reset} />
      </div>
      <Legend colours={colours} sections={sections} selection={selection} onSelect={onSelect} />
    </div>
  )
}

function MapTools({ onGrow, onReset }: { onGrow: (factor: number) => void; onReset: () => void }) {
  const tools = [
    { label: t('Zoom in'), Icon: IconPlus, run: () => onGrow(growth) },
    { label: t('Zoom out'), Icon: IconMinus, run: () => onGrow(1 / growth) },
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

interface LegendProps extends Pick<VenueMapProps, 'sections' | 'selection' | 'onSelect'> {
  readonly colours: ReadonlyMap<string, number>
}

/** The zones with their colours. A press selects all sections of a zone, Shift or Ctrl those of another one too. */
function Legend({ colours, sections, selection, onSelect }: LegendProps) {
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

/** The box around outlines; null if none of them is on the map. */
function placeOf(layer: SVGGElement, codes: readonly string[]): Box | null {
  const wanted = new Set(codes)
  const boxes = [...layer.querySelectorAll<SVGPathElement>('path[data-section]')]
    .filter((path) => wanted.has(path.dataset['section'] ?? ''))
    .map((path) => path.getBBox())
  if (boxes.length === 0) return null
  const [x, y] = [Math.min(...boxes.map((one) => one.x)), Math.min(...boxes.map((one) => one.y))]
  const right = Math.max(...boxes.map((one) => one.x + one.width))
  const bottom = Math.max(...boxes.map((one) => one.y + one.height))
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) }
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
