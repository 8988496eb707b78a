import { useRouterState } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useMemo } from 'react'
import { t } from '../../core/i18n/language.ts'
import { fetchOnceHere } from '../../ui/lazy-screen.tsx'
import { useNavigateTo } from '../../ui/navigation.tsx'
import { recordIdIn } from '../../core/record-id.ts'
import { bindShortcut, findShortcut, listenToShortcuts, newShortcut, useShortcut } from '../../ui/shortcuts.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { leavesOf } from '../navigation/menu.web.ts'
import type { Page } from '../../ui/sitemap-node.web.ts'
import { creationPages } from './creations.web.ts'
import { closeLayer, openLayer, useLayer } from './layer.web.ts'
import type { PaletteProps } from './option.web.ts'
import { PaletteField, type ResultsProps } from './palette-field.tsx'
import { openShortcut, sheetShortcut } from './palette-shortcuts.web.ts'

const loadPalette = () => import('./palette.tsx')
const Results = lazy(() => arriving<PaletteProps & ResultsProps>(async () => (await loadPalette()).PaletteResults))
const ShortcutSheet = lazy(() => arriving<object>(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet))

/** A failed fetch must not take the page with it. */
async function arriving<P>(load: () => Promise<ComponentType<P>>): Promise<{ default: ComponentType<P> }> {
  return { default: await load().catch((): ComponentType<P> => Unfetched) }
}

function Unfetched() {
  useEffect(() => {
    closeLayer()
    toast.error(t('Part of the page didn’t load. Reload and try again.'))
  }, [])
  return null
}

type HostProps = Omit<PaletteProps, 'create'> & { page: Page | null; path: string }

/**
 * Listens to the keys on every page. What the palette finds is fetched once a person points or types, so that it weighs on
 * no page's loading; its field is here at once.
 */
export function PaletteHost({ page, path, ...props }: HostProps) {
  const { sitemap, items, session } = props
  const layer = useLayer()
  const navigateTo = useNavigateTo()
  const create = useMemo(
    () => creationPages(sitemap, session.grants).find(({ node }) => node.activeMenu === path),
    [sitemap, session, path],
  )

  useEffect(listenToShortcuts, [])
  useEffect(() => fetchOnceHere(() => void loadPalette().catch(() => null)), [])

  useShortcut(openShortcut, () => openLayer('palette'))
  useShortcut(sheetShortcut, () => openLayer('shortcuts'))
  useEffect(() => {
    const unbind = leavesOf(items).flatMap(({ leaf: { shortcut, title, href } }) =>
      shortcut === undefined
        ? []
        : [bindShortcut({ keys: `g ${shortcut}`, does: title, group: 'Go to' }, () => navigateTo(href))],
    )
    return () => {
      for (const release of unbind) release()
    }
  }, [items, navigateTo])
  useShortcut(newShortcut, () => create && navigateTo(create.path), create !== undefined)
  useShortcut(findShortcut, () => searchBox()?.focus(), isList(page))

  const shows = page?.node.shows
  const id = useRouterState({ select: ({ matches }) => idIn(matches.at(-1)?.search) })
  useEffect(() => {
    // Viewing as another role is only looking around; records opened then are not the user's own work.
    if (!shows || id === null || isList(page) || shows[1] === 'create' || session.viewingAs) return
    void import('./recents.web.ts')
      .then(({ rememberRecord }) => rememberRecord(session.email, { resource: shows[0], page: shows[1], id }))
      .catch(() => null)
  }, [page, shows, id, session.email, session.viewingAs])

  if (layer === null) return null
  if (layer === 'shortcuts')
    return (
      <Suspense>
        <ShortcutSheet />
      </Suspense>
    )
  return (
    <PaletteField>
      {(field) => (
        <Suspense>
          <Results {...props} create={create ?? null} {...field} />
        </Suspense>
      )}
    </PaletteField>
  )
}

function isList(page: Page | null): boolean {
  return page !== null && (page.node.shows?.[1].startsWith('list') ?? page.path.endsWith('/list'))
}

/** The list's own search, by what assistive technology knows it as. */
function searchBox(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main [role="searchbox"], main input[type="search"]')
}

/** Of the page that is on screen, not of the one that is loading. */
function idIn(search: unknown): number | null {
  return typeof search === 'object' && search !== null && 'id' in search ? recordIdIn(search.id) : null
}
