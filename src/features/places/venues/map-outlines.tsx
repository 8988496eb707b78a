import { memo } from 'react'
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
  readonly isSelected: boolean
  readonly isDimmed: boolean
}

/** Each is rendered again only if it changes itself: a press touches a few of two thousand. */
const Outline = memo(function Outline({ id, d, title, colour, isSelected, isDimmed }: OutlineProps) {
  return (
    <path
      d={d}
      data-section={id}
      data-selected={isSelected}
      {...(isDimmed && { 'data-dimmed': true })}
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

/** The outlines of a map. Panning and zooming leave them alone. */
export const MapOutlines = memo(function MapOutlines({ map, byCode, colours, selection, found }: MapOutlinesProps) {
  return map.shapes.map(({ id, d }) => {
    const section = byCode.get(id)
    return (
      <Outline
        key={id}
        id={id}
        d={d}
        title={section ? [section.name, section.zone].filter(Boolean).join(', ') : null}
        colour={colours.get(section?.zone ?? '') ?? 0}
        isSelected={selection.has(id)}
        isDimmed={found !== null && !found.has(id)}
      />
    )
  })
})
