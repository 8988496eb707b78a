import type { KeyboardEvent } from 'react'
import { useMemo } from 'react'
import { t } from '../../../core/i18n/language.ts'
import type { Section } from './manifest.ts'
import { zoneColours } from './map-colours.ts'
import type { DrawnMap } from './map-layout.ts'
import { MapOutlines } from './map-outlines.tsx'
import { Legend, MapTools, StageName } from './map-parts.tsx'
import { useRubberBand } from './rubber-band.web.ts'
import { SectionNames } from './section-names.tsx'
import type { Selection, SelectionPress } from './section-selection.ts'
import { pressOf } from './section-selection.ts'
import { useMapZoom } from './use-map-zoom.web.ts'
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

/**
 * A map to pan and zoom by wheel, drag, touch, buttons and keys. A press selects a section, Shift or Ctrl another one,
 * and Shift with a drag all that a box touches. Each outline is a path rendered by React: nothing from a file gets into
 * the page. The table beside it has the same information and selection for people who cannot see the map.
 */
export function VenueMap({ name, map, sections, selection, found, target, onSelect }: VenueMapProps) {
  const { svg, layer, view, zoomIn, zoomOut, reset, keys } = useMapZoom({ map, target })
  const byCode = useMemo(() => new Map(sections.map((section) => [section.code, section])), [sections])
  const colours = useMemo(() => zoneColours(sections), [sections])
  const { box, ...pointer } = useRubberBand(layer, (codes) => onSelect(codes, 'add'))

  function click(event: MouseEvent): void {
    const path = event.target instanceof Element ? event.target.closest<SVGPathElement>('path[data-kind]') : null
    const press = pressOf(event)
    if (path?.dataset['kind'] === 'section') onSelect([path.dataset['section'] ?? ''], press)
    else if (press === 'only') onSelect([], press)
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
          data-scale="1.00"
          aria-label={t('Map of {name}. Arrow keys move it, plus and minus change its size, zero shows all of it.', {
            name,
          })}
        >
          <g ref={layer} transform="translate(0,0) scale(1)">
            {map.stage && <path d={map.stage.d} data-kind="stage" />}
            <MapOutlines map={map} byCode={byCode} colours={colours} selection={selection} found={found} />
            <SectionNames map={map} sections={sections} view={view} />
            {box && <rect {...box} className={own['band']} />}
            {map.stage && <StageName stage={map.stage} />}
          </g>
        </svg>
        <MapTools onZoomIn={zoomIn} onZoomOut={zoomOut} onReset={reset} />
      </div>
      <Legend colours={colours} sections={sections} selection={selection} onSelect={onSelect} />
    </div>
  )
}
