import { memo, useLayoutEffect, useRef } from 'react'
import type { Section } from './manifest.ts'
import type { DrawnMap } from './map-layout.ts'
import type { Selection } from './section-selection.ts'
import classes from '../geo/places.module.css'

interface OutlineProps {
  readonly id: string
  readonly d: string
  /** The section's name and zone; null for an outline that is no section. */
  readonly title: string | null
  readonly colour: number
}

/** Each is rendered again only if it changes itself. */
const Outline = memo(function Outline({ id, d, title, colour }: OutlineProps) {
  return (
    <path
      d={d}
      data-section={id}
      data-kind={title === null ? 'extra' : 'section'}
      className={title === null ? undefined : classes[`zone${colour}`]}
    >
      <title>{title ?? id}</title>
    </path>
  )
})

interface MapOutlinesProps {
  readonly map: DrawnMap
  readonly byCode: ReadonlyMap<string, Section>
  readonly colours: ReadonlyMap<string, number>
  readonly selection: Selection
  /** The sections that a search found; null where nothing is searched. */
  readonly found: Selection | null
}

const Outlines = memo(function Outlines({
  map,
  byCode,
  colours,
}: Pick<MapOutlinesProps, 'map' | 'byCode' | 'colours'>) {
  return map.shapes.map(({ id, d }) => {
    const section = byCode.get(id)
    return (
      <Outline
        key={id}
        id={id}
        d={d}
        title={section ? [section.name, section.zone].filter(Boolean).join(', ') : null}
        colour={colours.get(section?.zone ?? '') ?? 0}
      />
    )
  })
})

/**
 * The outlines of a map. Panning and zooming leave them alone, and a press or a search changes only the outlines that
 * are marked otherwise, without rendering two thousand of them.
 */
export function MapOutlines({ map, byCode, colours, selection, found }: MapOutlinesProps) {
  const group = useRef<SVGGElement>(null)
  useLayoutEffect(() => {
    for (const path of group.current?.children ?? []) {
      const code = path.getAttribute('data-section') ?? ''
      mark(path, 'data-selected', selection.has(code))
      mark(path, 'data-dimmed', found !== null && !found.has(code))
    }
  }, [map, selection, found])
  return (
    <g ref={group}>
      <Outlines map={map} byCode={byCode} colours={colours} />
    </g>
  )
}

/** Writing an attribute costs a new look, reading it nothing. */
function mark(path: Element, attribute: string, isMarked: boolean): void {
  if (path.hasAttribute(attribute) === isMarked) return
  if (isMarked) path.setAttribute(attribute, 'true')
  else path.removeAttribute(attribute)
}
