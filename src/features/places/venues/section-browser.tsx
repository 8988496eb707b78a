import { lazy, Suspense } from 'react'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import type { Manifest } from './manifest.ts'
import type { Publish } from './manifest.web.ts'
import { readMapCoverage } from './map-coverage.ts'
import type { DrawnMap } from './map-layout.ts'
import classes from '../geo/places.module.css'
import { SectionSearchBox, useSectionSearch } from './section-search-box.tsx'
import { useSectionSelection } from './use-section-selection.web.ts'
import { SectionTable } from './section-table.tsx'
import { SectionView } from './section-view.tsx'
import { SelectionBar } from './selection-bar.tsx'

// The map brings a library of its own.
const VenueMap = lazy(async () => ({ default: (await import('./venue-map.tsx')).VenueMap }))

interface SectionBrowserProps {
  readonly manifest: Manifest
  readonly venue: { readonly id: number; readonly name: string }
  readonly map: DrawnMap
  readonly mayWrite: boolean
  readonly publish: Publish
  /** Gets the place of a section in the manifest. */
  readonly onEdit: (index: number) => void
}

/** The sections of a manifest as a map and as a table, with one search and one selection for both. */
export function SectionBrowser({ manifest, venue, map, mayWrite, publish, onEdit }: SectionBrowserProps) {
  const { name, sections } = manifest
  const { data: coverage } = useAnswer(readMapCoverage, { params: { id: venue.id } })
  const { selection, target, onSelect, onShow } = useSectionSelection(sections)
  const [only] = selection.size === 1 ? selection : []
  const searching = useSectionSearch(sections, coverage, onShow)

  return (
    <>
      <SectionSearchBox name={name} {...searching} />
      {selection.size > 0 && (
        <SelectionBar
          manifest={manifest}
          selection={selection}
          coverage={coverage}
          mayWrite={mayWrite}
          publish={publish}
          onShow={() => onShow([...selection])}
          onClear={() => onSelect([], 'only')}
        />
      )}
      <div className={classes['split']}>
        <div>
          <Suspense fallback={<MapSpace />}>
            <VenueMap
              name={`${venue.name}, ${name}`}
              map={map}
              sections={sections}
              selection={selection}
              found={searching.found}
              target={target}
              onSelect={onSelect}
            />
          </Suspense>
          <SectionView section={sections.find(({ code }) => code === only)} />
        </div>
        <SectionTable
          name={name}
          rows={searching.rows}
          selection={selection}
          mayWrite={mayWrite}
          onSelect={onSelect}
          onShow={onShow}
          onEdit={(section) => onEdit(sections.indexOf(section))}
        />
      </div>
    </>
  )
}

/** As high as the map and its legend, so that nothing moves when they come. */
function MapSpace() {
  return (
    <>
      <div className={classes['map']}>
        <div className={classes['drawing']} />
      </div>
      <div className={classes['legendSpace']} />
    </>
  )
}
