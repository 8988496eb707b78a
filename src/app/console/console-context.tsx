import type { ReactNode } from 'react'
import { lazy, Suspense, useMemo } from 'react'
import { useIsWatching as useIsWatchingBulkEdits } from '../../platform/bulk/bulk-edit-watch.web.ts'
import { ExportButton } from '../../platform/transfer/export-button.tsx'
import { imageAddress } from '../../platform/media/image-address.ts'
import { useIsWatching } from '../../platform/transfer/export-watch.web.ts'
import { ImportButton } from '../../platform/transfer/import-button.tsx'
import { useIsWatchingImports } from '../../platform/transfer/import-watching.web.ts'
import { BusinessZoneProvider } from '../../ui/resource/business-zone.web.ts'
import { createRecordTools } from '../../platform/history/record-tools.web.ts'
import { ViewsControl } from '../../platform/views/views-control.tsx'
import type { ShownList } from '../../ui/resource/list-tool.web.ts'
import { ListToolProvider } from '../../ui/resource/list-tool.web.ts'
import type { RecordPaths } from '../../ui/resource/record-paths.tsx'
import { RecordPathsProvider } from '../../ui/resource/record-paths.tsx'
import { RecordToolsProvider } from '../../ui/resource/record-tools.tsx'
import { ResourcesProvider } from '../../ui/resource/resources.tsx'
import { modulePartsOf } from '../../ui/resource/module-parts.tsx'
import { modules } from '../modules.ts'
import { loadResources } from '../resources.web.ts'
import type { ScreenParts } from '../../ui/resource/screen-parts.web.ts'
import { ScreenPartsProvider } from '../../ui/resource/screen-parts.web.ts'
import { useDefaultViews } from '../../ui/resource/saved-views.web.ts'
import { useSession } from '../../core/browser/session.web.ts'
import { GridSettingsProvider } from '../../ui/data-grid/grid-settings.tsx'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import { businessTimeZone } from '../settings/settings.web.ts'
import type { Page, SitemapNode } from '../../ui/sitemap-node.web.ts'
import { builtNodes, mayOpen, pagesOf } from '../../ui/sitemap-node.web.ts'

const ExportWatch = lazy(async () => ({
  default: (await import('../../platform/transfer/export-watch.tsx')).ExportWatch,
}))
const BulkEditWatch = lazy(async () => ({
  default: (await import('../../platform/bulk/bulk-edit-watch.tsx')).BulkEditWatch,
}))
const ImportWatch = lazyScreen(async () => (await import('../../platform/transfer/import-watch.tsx')).ImportWatch)
const listTools = (list: ShownList) => (
  <>
    <ImportButton of={list.of} />
    <ExportButton {...list} />
  </>
)
const zone = businessTimeZone()
const imageInputs = () => import('../../platform/media/image-inputs.tsx')
const care = createRecordTools(loadResources)
const parts: ScreenParts = {
  ...modulePartsOf(modules),
  Views: ViewsControl,
  Selection: lazyScreen(async () => (await import('../../platform/bulk/selection-bar.tsx')).SelectionBar),
  CellEditing: lazyScreen(async () => (await import('../../platform/bulk/cell-editing.tsx')).CellEditing),
  Creation: lazyScreen(async () => (await import('../../platform/bulk/creation-dialog.tsx')).CreationDialog),
  Languages: lazyScreen(async () => (await import('../../platform/translations/languages.tsx')).Languages),
  Notes: lazyScreen(async () => (await import('../../platform/notes/notes-panel.tsx')).NotesPanel),
  NotesMark: lazyScreen(async () => (await import('../../platform/notes/notes-mark.tsx')).NotesMark),
  Publication: lazyScreen(
    async () => (await import('../../platform/publishing/publication-panel.tsx')).PublicationPanel,
  ),
  SearchResult: lazyScreen(async () => (await import('../../platform/publishing/search-result.tsx')).SearchResult),
  thumbnail: (may) => (may('ui', 'images') ? (image) => imageAddress(image, 'square') : undefined),
  inputs: {
    'richText': lazyScreen(
      async () => (await import('../../platform/rich-text/rich-text-with-images.tsx')).RichTextWithImages,
    ),
    'questions': lazyScreen(async () => (await import('../../platform/rich-text/questions-input.tsx')).QuestionsInput),
    'ref images': lazyScreen(async () => (await imageInputs()).ImageInput),
    'refs images': lazyScreen(async () => (await imageInputs()).ImagesInput),
  },
}

/** Tells the core's screens what it can't know by itself: which resources there are, and the pages that show them. */
export function ConsoleContext({ sitemap, children }: { sitemap: readonly SitemapNode[]; children: ReactNode }) {
  const session = useSession()
  // Asked for while the first screen is still on its way, so that no list has to wait for it.
  useDefaultViews()
  const pages = useMemo(
    () =>
      new Map(
        pagesOf(builtNodes(sitemap)).flatMap((page) =>
          page.node.shows ? [[page.node.shows.join(' '), page] as const] : [],
        ),
      ),
    [sitemap],
  )
  const paths = useMemo<RecordPaths>(
    () => (resource, name, id) => {
      const page = pages.get(`${resource} ${name}`) ?? (name === 'view' ? anyView(pages, resource) : undefined)
      if (!page || !session || !mayOpen(page, session.grants)) return null
      return addressOf(page, id)
    },
    [pages, session],
  )
  const isWatching = useIsWatching()
  const isWatchingImports = useIsWatchingImports()
  const isWatchingBulkEdits = useIsWatchingBulkEdits()
  const grid = useMemo(() => ({ person: session?.email ?? 'anyone' }), [session])
  return (
    <ResourcesProvider value={loadResources}>
      <RecordPathsProvider value={paths}>
        <BusinessZoneProvider value={zone}>
          <RecordToolsProvider value={care}>
            <GridSettingsProvider value={grid}>
              <ListToolProvider value={listTools}>
                <ScreenPartsProvider value={parts}>{children}</ScreenPartsProvider>
              </ListToolProvider>
              {isWatching && session && (
                <Suspense>
                  <ExportWatch />
                </Suspense>
              )}
              {isWatchingImports && session && (
                <Suspense>
                  <ImportWatch />
                </Suspense>
              )}
              {isWatchingBulkEdits && session && (
                <Suspense>
                  <BulkEditWatch />
                </Suspense>
              )}
            </GridSettingsProvider>
          </RecordToolsProvider>
        </BusinessZoneProvider>
      </RecordPathsProvider>
    </ResourcesProvider>
  )
}

/** A page for one kind of record leads on to that of the record's own kind, so any of them will do. */
function anyView(pages: ReadonlyMap<string, Page>, resource: string): Page | undefined {
  return [...pages].find(([shows]) => shows.startsWith(`${resource} view-`))?.[1]
}

/** Where a path has no id in it, the record is named by the query parameter `id`. */
function addressOf({ path }: Page, id: number | undefined): string {
  if (path.includes('{id}')) return path.replace('{id}', String(id))
  return id === undefined ? path : `${path}?id=${id}`
}
