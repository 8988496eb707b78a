import type { ReactNode } from 'react'
import { lazy, Suspense, useMemo } from 'react'
import { ExportButton } from '../areas/exports/export-button.tsx'
import { useIsWatching } from '../areas/exports/export-watch.web.ts'
import { BusinessZoneProvider } from '../kit/screens/business-zone.web.ts'
import { createRecordCare } from '../areas/record-history/record-care.web.ts'
import type { ShownList } from '../kit/screens/list-tool.web.ts'
import { ListToolProvider } from '../kit/screens/list-tool.web.ts'
import type { RecordPaths } from '../kit/screens/record-paths.tsx'
import { RecordPathsProvider } from '../kit/screens/record-paths.tsx'
import { RecordCareProvider } from '../kit/screens/record-care.tsx'
import { ResourcesProvider } from '../kit/screens/resources.tsx'
import { useDefaultViews } from '../kit/screens/saved-views.web.ts'
import type { AnyResource } from '../kit/resource.ts'
import { useSession } from '../kit/session.web.ts'
import { GridSettingsProvider } from '../ui/data-grid/grid-settings.tsx'
import { businessTimeZone } from './settings.web.ts'
import type { Page, SitemapNode } from './sitemap-node.web.ts'
import { builtNodes, mayOpen, pagesOf } from './sitemap-node.web.ts'

const ExportWatch = lazy(async () => ({ default: (await import('../areas/exports/export-watch.tsx')).ExportWatch }))
const exportButton = (list: ShownList) => <ExportButton {...list} />
const zone = businessTimeZone()
let definitions: Promise<readonly AnyResource[]> | undefined

function loadResources(): Promise<readonly AnyResource[]> {
  return definitions ??= import('../registry.ts').then(({ resources }) => resources)
}

const care = createRecordCare(loadResources)

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
  const grid = useMemo(() => ({ person: session?.email ?? 'anyone' }), [session])
  return (
    <ResourcesProvider value={loadResources}>
      <RecordPathsProvider value={paths}>
        <BusinessZoneProvider value={zone}>
          <RecordCareProvider value={care}>
            <GridSettingsProvider value={grid}>
            <ListToolProvider value={exportButton}>{children}</ListToolProvider>
            {isWatching && session && <Suspense><ExportWatch /></Suspense>}
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
