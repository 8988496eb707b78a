import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  redirect,
  useMatch,
} from '@tanstack/react-router'
import { type ComponentType, useMemo } from 'react'
import { msg, t } from '../../core/i18n/language.ts'
import { type SignedIn, useSession } from '../../core/browser/session.web.ts'
import { queryOf, searchOf } from '../../ui/address-query.web.ts'
import { PageContext, type PageInfo } from '../../ui/page-context.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { loadScreen } from './fresh-code.web.ts'
import type { Verdict } from './guard.web.ts'
import { Shell } from '../layout/shell.tsx'
import { FailedPage, NoAccessPage, NotFoundPage } from '../layout/status-pages.tsx'
import { pathOfHashLink, successorOf } from '../navigation/old-links.web.ts'
import {
  builtNodes,
  listOf,
  mayOpen,
  type Page,
  pagesOf,
  passes,
  screenName,
  type SitemapNode,
} from '../../ui/sitemap-node.web.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: Page
  }
}

export interface ConsoleOptions {
  sitemap: readonly SitemapNode[]
  initiallyOpen: readonly string[]
  /** Asked before every navigation, see `checkSession`. */
  check: (path: string, fullPath: string) => Promise<Verdict>
}

/** Pages that are in no menu. What has to work when nothing else does is part of the shell. */
const statusPages: readonly SitemapNode[] = [
  { path: '/notice', screen: async () => (await import('../../platform/inbox/notice-page.tsx')).NoticePage },
  { path: '/404', title: msg('Page not found'), screen: () => Promise.resolve(NotFoundPage) },
  {
    path: '/ip-validation',
    title: msg('IP validation'),
    screen: async () => (await import('../../platform/auth/addresses/ip-validation-page.tsx')).IpValidationPage,
  },
  {
    path: '/demo-inbox',
    title: msg('Demo inbox'),
    screen: async () => (await import('../../platform/mail/demo-inbox-page.tsx')).DemoInboxPage,
  },
]

/** How long a page can take before its outline is shown, in milliseconds. */
const OUTLINE_AFTER_MS = 150

/**
 * The console's router, made from the sitemap. Nothing is shown before the session is known, so a reload on a deep link
 * stays where it is. Pages that the user cannot see lead to /404, like paths that do not exist.
 */
export function createConsoleRouter({ sitemap, initiallyOpen, check }: ConsoleOptions) {
  const root = createRootRoute({
    component: () => <Shell sitemap={sitemap} initiallyOpen={initiallyOpen} />,
    pendingComponent: PageSkeleton,
    async beforeLoad({ location }): Promise<{ session: SignedIn | null }> {
      // The predecessor's links, wherever they come from: a bookmark, or a redirect that the client followed.
      const oldLink = location.pathname === '/' ? pathOfHashLink(`#${location.hash}`) : null
      if (oldLink !== null) {
        const { pathname, search, hash } = new URL(oldLink, window.location.origin)
        throw redirect({ to: pathname, search: queryOf(search), hash: hash.slice(1), replace: true })
      }
      const verdict = await check(location.pathname, location.href)
      // The browser is leaving for another document: anything shown here would only flash up.
      return verdict.kind === 'leave' ? new Promise(() => {}) : { session: verdict.session }
    },
  })
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad() {
      throw redirect({ to: '/dashboard', replace: true })
    },
  })
  const elsewhere = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad({ location }) {
      throw redirect({ to: successorOf(location.pathname) ?? '/404', replace: true })
    },
  })
  const pages = consolePages(sitemap).map((page) => {
    const load = page.node.screen
    const screens: { current: ComponentType | null } = { current: null }
    return createRoute({
      getParentRoute: () => root,
      path: page.path.replace(/\{(\w+)\}/g, '$$$1'),
      staticData: { page },
      beforeLoad({ context }) {
        const { session } = context
        if (session && !mayOpen(page, session.grants)) throw redirect({ to: '/404', replace: true })
        if (!load && page.node.redirect) throw redirect({ to: page.node.redirect, replace: true })
      },
      async loader({ location }) {
        if (load) screens.current ??= await loadScreen(load, location.href)
      },
      component: () => (screens.current ? <PageOutlet page={page} screen={screens.current} /> : <PageSkeleton />),
      errorComponent: ({ error }: ErrorComponentProps) => (
        <FailedPage error={error} title={t(page.node.title ?? '')} screen={screenName(page.path)} />
      ),
    })
  })
  return createRouter({
    routeTree: root.addChildren([home, ...pages, elsewhere]),
    parseSearch: queryOf,
    stringifySearch: searchOf,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: OUTLINE_AFTER_MS,
    defaultPendingMinMs: 0,
    defaultPreload: false,
  })
}

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>

/** Every page there is, the first of two with the same path. */
export function consolePages(sitemap: readonly SitemapNode[]): Page[] {
  const all = pagesOf([...builtNodes(sitemap), ...statusPages])
  const seen = new Set<string>(['/'])
  return all.filter(({ path }) => !seen.has(path) && seen.add(path))
}

function PageOutlet({ page, screen: Screen }: { page: Page; screen: ComponentType }) {
  const session = useSession()
  // Of this page and not of the address: while another page is loaded the address is that one's already, and the page that
  // is being left would be drawn once more from its start.
  const recordKey = useMatch({
    strict: false,
    select: ({ pathname, search }) => `${pathname} ${String(recordOf(search))}`,
  })
  const info = useMemo<PageInfo>(() => {
    const write = listOf(page.node.write)
    return {
      title: t(page.node.title ?? ''),
      screen: screenName(page.path),
      write,
      mayWrite: session !== null && passes(session.grants, 'write', write),
      opensAs: page.node.opensAs,
    }
  }, [page, session])
  const isWithoutAccess = session !== null && isEmptyHanded(session) && page.node.name === 'dashboard'
  return (
    <PageContext value={info}>
      {/* Another record is another page: the last one's form contents must not linger. */}
      {isWithoutAccess ? <NoAccessPage /> : <Screen key={recordKey} />}
    </PageContext>
  )
}

function recordOf(search: unknown): unknown {
  return typeof search === 'object' && search !== null && 'id' in search ? search.id : ''
}

function isEmptyHanded({ isSuperUser, grants }: SignedIn): boolean {
  return !isSuperUser && Object.values(grants.objects).every((objects) => objects.length === 0)
}
