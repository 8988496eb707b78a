import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import type { Section } from './manifest.ts'
import type { DrawnMap } from './map-layout.ts'
import type { Selection } from './section-selection.ts'
import classes from '../geo/places.module.css'

interface OutlineProps {
  readonly id: string
  /** The section's name and zone; null for an outline that is no section. */
  readonly title: string | null
  readonly colour: number
}

/** Each is rendered again only if it changes itself. */
const Outline = memo(function Outline({ id, title, colour }: OutlineProps) {
  return (
    <path
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

interface OutlinesProps extends Pick<MapOutlinesProps, 'byCode' | 'colours'> {
  /** Of the outlines, in their order, as JSON: the same where outlines only move. */
  readonly ids: string
}

const Outlines = memo(function Outlines({ ids, byCode, colours }: OutlinesProps) {
  return (JSON.parse(ids) as string[]).map((id) => {
    const section = byCode.get(id)
    return (
      <Outline
        key={id}
        id={id}
        title={section ? [section.name, section.zone].filter(Boolean).join(', ') : null}
        colour={colours.get(section?.zone ?? '') ?? 0}
      />
    )
  })
})

/**
 * The outlines of a map. Panning and zooming leave them alone, and a move, a press or a search writes only the attributes
 * that change, without rendering two thousand of them.
 */
export function MapOutlines({ map, byCode, colours, selection, found }: MapOutlinesProps) {
  const group = useRef<SVGGElement>(null)
  const ids = useMemo(() => JSON.stringify(map.shapes.map(({ id }) => id)), [map])
  useLayoutEffect(() => {
    const paths = group.current?.children ?? []
    for (const [index, { d }] of map.shapes.entries())
      if (paths[index]?.getAttribute('d') !== d) paths[index]?.setAttribute('d', d)
  }, [map])
  useLayoutEffect(() => {
    for (const path of group.current?.children ?? []) {
      const code = path.getAttribute('data-section') ?? ''
      mark(path, 'data-selected', selection.has(code))
      mark(path, 'data-dimmed', found !== null && !found.has(code))
    }
  }, [ids, selection, found])
  return (
    <g ref={group}>
      <Outlines ids={ids} byCode={byCode} colours={colours} />
    </g>
  )
}

/** Writing an attribute costs a new look, reading it nothing. */
function mark(path: Element, attribute: string, isMarked: boolean): void {
  if (path.hasAttribute(attribute) === isMarked) return
  if (isMarked) path.setAttribute(attribute, 'true')
  else path.removeAttribute(attribute)
}
