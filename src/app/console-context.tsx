import type { ReactNode } from 'react'
import { lazy, Suspense, useMemo } from 'react'
import { useIsWatching as useIsWatchingBulkEdits } from '../areas/bulk-edits/bulk-edit-watch.web.ts'
import { ExportButton } from '../areas/exports/export-button.tsx'
import { useIsWatching } from '../areas/exports/export-watch.web.ts'
import { useIsWatchingImports } from '../areas/file-imports/import-watching.web.ts'
import { BusinessZoneProvider } from '../kit/screens/business-zone.web.ts'
import { createRecordCare } from '../areas/record-history/record-care.web.ts'
import { ViewsControl } from '../areas/saved-views/views-control.tsx'
import type { ShownList } from '../kit/screens/list-tool.web.ts'
import { ListToolProvider } from '../kit/screens/list-tool.web.ts'
import type { RecordPaths } from '../kit/screens/record-paths.tsx'
import { RecordPathsProvider } from '../kit/screens/record-paths.tsx'
import { RecordCareProvider } from '../kit/screens/record-care.tsx'
import { ResourcesProvider } from '../kit/screens/resources.tsx'
import type { ScreenParts } from '../kit/screens/screen-parts.web.ts'
import { ScreenPartsProvider } from '../kit/screens/screen-parts.web.ts'
import { useDefaultViews } from '../kit/screens/saved-views.web.ts'
import type { AnyResource } from '../kit/resource.ts'
import { useSession } from '../kit/session.web.ts'
import { GridSettingsProvider } from '../ui/data-grid/grid-settings.tsx'
import { late } from '../ui/late.tsx'
import { businessTimeZone } from './settings.web.ts'
import type { Page, SitemapNode } from './sitemap-node.web.ts'
import { builtNodes, mayOpen, pagesOf } from './sitemap-node.web.ts'

const ExportWatch = lazy(async () => ({ default: (await import('../areas/exports/export-watch.tsx')).ExportWatch }))
const BulkEditWatch = lazy(async () => ({ default: (await import('../areas/bulk-edits/bulk-edit-watch.tsx')).BulkEditWatch }))
const ImportButton = late(async () => (await import('../areas/file-imports/import-button.tsx')).ImportButton)
const ImportWatch = late(async () => (await import('../areas/file-imports/import-watch.tsx')).ImportWatch)
const listTools = (list: ShownList) => <><Suspense><ImportButton of={list.of} /></Suspense><ExportButton {...list} /></>
const zone = businessTimeZone()
const imageInputs = () => import('../areas/images/image-inputs.tsx')
let definitions: Promise<readonly AnyResource[]> | undefined

function loadResources(): Promise<readonly AnyResource[]> {
  return definitions ??= import('../registry.ts').then(({ resources }) => resources)
}

const care = createRecordCare(loadResources)
const parts: ScreenParts = {
  Views: ViewsControl,
  Selection: late(async () => (await import('./selection.tsx')).Selection),
  CellEditing: late(async () => (await import('../areas/inline-edit/cell-editing.tsx')).CellEditing),
  Creation: late(async () => (await import('../areas/inline-edit/creation-dialog.tsx')).CreationDialog),
  Languages: late(async () => (await import('../areas/translations/languages.tsx')).Languages),
  Merges: late(async () => (await import('./record-panels.tsx')).RecordPanels),
  Notes: late(async () => (await import('../areas/notes/notes-panel.tsx')).NotesPanel),
  NotesMark: late(async () => (await import('../areas/notes/notes-mark.tsx')).NotesMark),
  Publication: late(async () => (await import('../areas/publication/publication-panel.tsx')).PublicationPanel),
  SearchResult: late(async () => (await import('../areas/publication/search-result.tsx')).SearchResult),
  inputs: {
    'richText': late(async () => (await import('./rich-text-with-images.tsx')).RichTextWithImages),
    'ref images': late(async () => (await imageInputs()).ImageInput),
    'refs images': late(async () => (await imageInputs()).ImagesInput),
  },
}

/** Tells the kit's screens what it may not know by itself: which resources there are, and the pages that show them. */
export function ConsoleContext({ sitemap, children }: { sitemap: readonly SitemapNode[]; children: ReactNode }) {
  const session = useSession()
  // Asked for while the first screen is still on its way, so that no list has to wait for it.
  useDefaultViews()
  const pages = useMemo(() => new Map(pagesOf(builtNodes(sitemap)).flatMap((page) => (
    page.node.shows ? [[page.node.shows.join(' '), page] as const] : []
  ))), [sitemap])
  const paths = useMemo<RecordPaths>(() => (resource, name, id) => {
    const page = pages.get(`${resource} ${name}`)
    if (!page || !session || !mayOpen(page, session.grants)) return null
    return addressOf(page, id)
  }, [pages, session])
  const isWatching = useIsWatching()
  const isWatchingImports = useIsWatchingImports()
  const isWatchingBulkEdits = useIsWatchingBulkEdits()
  const grid = useMemo(() => ({ person: session?.email ?? 'anyone' }), [session])
  return (
    <ResourcesProvider value={loadResources}>
      <RecordPathsProvider value={paths}>
        <BusinessZoneProvider value={zone}>
          <RecordCareProvider value={care}>
            <GridSettingsProvider value={grid}>
            <ListToolProvider value={listTools}><ScreenPartsProvider value={parts}>{children}</ScreenPartsProvider></ListToolProvider>
            {isWatching && session && <Suspense><ExportWatch /></Suspense>}
            {isWatchingImports && session && <Suspense><ImportWatch /></Suspense>}
            {isWatchingBulkEdits && session && <Suspense><BulkEditWatch /></Suspense>}
          </GridSettingsProvider>
          </RecordCareProvider>
        </BusinessZoneProvider>
      </RecordPathsProvider>
    </ResourcesProvider>
  )
}

/** Where a path has no id in it, the record is named by the query parameter `id`. */
function addressOf({ path }: Page, id: number | undefined): string {
  if (path.includes('{id}')) return path.replace('{id}', String(id))
  return id === undefined ? path : `${path}?id=${id}`
}
