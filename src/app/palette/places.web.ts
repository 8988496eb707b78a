import { IconArrowRight, IconFileText } from '@tabler/icons-react'
import type { Grants } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { RecordPaths } from '../../ui/resource/record-paths.tsx'
import { leavesOf, type MenuItem } from '../navigation/menu.web.ts'
import { builtNodes, mayOpen, type NodeIcon, type Page, pagesOf, type SitemapNode } from '../../ui/sitemap-node.web.ts'
import type { Option } from './option.web.ts'
import { pastedAddress } from './pasted-address.web.ts'

/** Every entry of the menu as this person has it, with the groups it lies in. */
export function screenOptions(items: readonly MenuItem[]): Option[] {
  return leavesOf(items).map(({ leaf: { href, title, icon, isExternal, shortcut }, groups }) => ({
    key: `screen ${href}`,
    title,
    around: groups.join(' › '),
    icon: icon ?? IconArrowRight,
    href,
    isExternal,
    ...(shortcut !== undefined && { keys: `g ${shortcut}` }),
  }))
}

/** Where a pasted address leads: the place, or why there is none. Null when it is no address. */
export function pastedPlace(
  typed: string,
  origin: string,
  sitemap: readonly SitemapNode[],
  grants: Grants,
): { option: Option } | { refusal: string } | null {
  const pasted = pastedAddress(typed, origin)
  if (pasted.kind === 'text') return null
  if (pasted.kind === 'foreign') return { refusal: t('This URL isn’t part of the console, so it wasn’t opened.') }
  const path = pasted.path === '/' ? '/dashboard' : pasted.path.replace(/\/+$/, '')
  const page = pagesOf(builtNodes(sitemap)).find((page) => isAt(page, path))
  if (!page || !mayOpen(page, grants)) return { refusal: t('No page here that you can open.') }
  const id = new URL(pasted.address, origin).searchParams.get('id')
  const title = [page.node.title ? t(page.node.title) : path, id].filter(Boolean).join(' ')
  return {
    option: {
      key: 'place',
      title: t('Open {title}', { title }),
      around: pasted.address,
      icon: iconOf(page),
      href: pasted.address,
    },
  }
}

function isAt({ path: pattern }: Page, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => (/^\{\w+\}$/.test(segment) ? given[index] !== '' : segment === given[index]))
  )
}

function iconOf({ chain }: Page): NodeIcon {
  return chain[0]?.node.icon ?? IconFileText
}

/** A resource whose records can be found and opened. */
export interface Findable {
  readonly resource: AnyResource
  readonly icon: NodeIcon
  /** The list, when this user can see it. */
  readonly list: string | null
}

/** Resources whose list this user can read and whose records have a page, or can be found in a list by their title. */
export function findableResources(
  resources: readonly AnyResource[],
  sitemap: readonly SitemapNode[],
  grants: Grants,
): Findable[] {
  const pages = pagesOf(builtNodes(sitemap)).filter((page) => page.node.shows && mayOpen(page, grants))
  return resources.flatMap((resource) => {
    if (!resource.operations.includes('list') || !may(grants, 'ui', resource.access.object)) return []
    const own = pages.filter(({ node }) => node.shows?.[0] === resource.name)
    const list = own.find(({ node }) => node.shows?.[1] === 'list')?.path ?? null
    const hasPage = own.some(({ node }) => isRecordPage(node.shows?.[1] ?? ''))
    const isInList = list !== null && resource.list.search.includes(resource.title)
    return hasPage || isInList ? [{ resource, list, icon: own[0] ? iconOf(own[0]) : IconFileText }] : []
  })
}

function isRecordPage(name: string): boolean {
  return name === 'update' || name.startsWith('view')
}

/** The page of a record: that of its kind, else the one of all, else its list narrowed to its title. */
export function placeOf(
  { resource, list }: Findable,
  record: { id: number; title: string; variant: string | null },
  paths: RecordPaths,
): string | null {
  const ofKind = record.variant === null ? null : paths(resource.name, `view-${record.variant}`, record.id)
  return (
    ofKind ??
    paths(resource.name, 'view', record.id) ??
    paths(resource.name, 'update', record.id) ??
    (list === null ? null : listOfMatches(list, record.title))
  )
}

export function listOfMatches(list: string, q: string): string {
  return `${list}?${new URLSearchParams({ q }).toString()}`
}
