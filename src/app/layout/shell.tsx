import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { type SignedIn, useSession } from '../../core/browser/session.web.ts'
import { Logo } from '../../ui/logo.tsx'
import { useRouteParams } from '../../ui/navigation.tsx'
import { crumbsOf } from '../navigation/breadcrumbs.web.ts'
import { menuOf } from '../navigation/menu.web.ts'
import { documentTitle, productName, publicSiteRoot } from '../settings/settings.web.ts'
import { PaletteHost } from '../palette/palette-host.tsx'
import { builtNodes, mayOpen, type Page, pagesOf, type SitemapNode, visibleNodes } from '../../ui/sitemap-node.web.ts'
import { englishDomain } from './english-domain.web.ts'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useSidebar } from './use-sidebar.web.ts'

const ViewBanner = lazy(async () => ({ default: (await import('./view-banner.tsx')).ViewBanner }))
const ElevationBanner = lazy(async () => ({
  default: (await import('../../features/staff/people/elevation-banner.tsx')).ElevationBanner,
}))

export interface ShellProps {
  sitemap: readonly SitemapNode[]
  initiallyOpen: readonly string[]
}

/** The frame around every page: menu and top bar for signed-in users, only the logo for everyone else. */
export function Shell(props: ShellProps) {
  const session = useSession()
  const page = useCurrentPage()
  useEffect(() => {
    document.title = documentTitle(page?.node.title && t(page.node.title))
  }, [page])
  return session ? <SignedInShell {...props} session={session} page={page} /> : <PublicShell />
}

function PublicShell() {
  return (
    <>
      <header className={classes['publicHeader']}>
        <a href="/" aria-label={`${productName()} Admin`}>
          <Logo />
          <span>{productName()} Admin</span>
        </a>
      </header>
      <Outlet />
    </>
  )
}

function SignedInShell({
  sitemap,
  initiallyOpen,
  session,
  page,
}: ShellProps & { session: SignedIn; page: Page | null }) {
  const sidebar = useSidebar()
  const params = useRouteParams()
  const path = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname })
  const site = usePublicSite(session)
  const items = useMemo(() => menuOf(visibleNodes(builtNodes(sitemap), session.grants), site), [sitemap, session, site])
  const crumbs = useMemo(() => {
    const open = new Set(
      pagesOf(sitemap)
        .filter((one) => mayOpen(one, session.grants))
        .map((one) => one.path),
    )
    return crumbsOf(page?.chain ?? [], params, (redirect) => open.has(redirect))
  }, [page, params, sitemap, session])
  const { closeDrawer, device, isOpen } = sidebar

  useEffect(() => closeDrawer(), [path, closeDrawer])

  return (
    <div className={classes['shell']} data-rail={device === 'desktop' && !isOpen} data-mobile={device === 'mobile'}>
      <a className={classes['skip']} href="#main">
        {t('Skip to content')}
      </a>
      <Sidebar items={items} active={page?.node.activeMenu ?? path} initiallyOpen={initiallyOpen} state={sidebar} />
      <div className={classes['content']} data-content="" inert={device === 'mobile' && isOpen}>
        {session.viewingAs && (
          <Suspense fallback={<div className={classes['bannerPlace']} />}>
            <ViewBanner role={session.viewingAs} />
          </Suspense>
        )}
        {session.elevations.length > 0 && (
          <Suspense fallback={<div className={classes['bannerPlace']} />}>
            <ElevationBanner session={session} />
          </Suspense>
        )}
        <TopBar crumbs={crumbs} session={session} sidebar={sidebar} />
        <Outlet />
      </div>
      <PaletteHost
        page={page}
        path={path}
        sitemap={sitemap}
        items={items}
        session={session}
        toggleSidebar={sidebar.toggle}
      />
    </div>
  )
}

/** The page that the router has settled on. */
function useCurrentPage(): Page | null {
  return useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.page ?? null })
}

/** The public website's address: the `en` entry of the domains call, or the root that the sitemap names. */
function usePublicSite(session: SignedIn) {
  const root = publicSiteRoot()
  const { data: url = root } = useQuery({
    queryKey: ['website/domains', session.token],
    queryFn: async ({ signal }) => {
      const { data } = await http.request('GET', '/website/domains', { signal, quiet: true, parse: englishDomain })
      return data ?? root
    },
    staleTime: Infinity,
  })
  return useMemo(() => ({ root, url }), [root, url])
}
