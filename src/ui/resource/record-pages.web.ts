import type { AnyResource } from '../../core/resource/resource.ts'
import type { LoadScreen, SitemapNode } from '../sitemap-node.web.ts'

type Objects = string | readonly string[]

interface ListPage {
  readonly title: string
  readonly screen?: LoadScreen
  /** false where the list is called like the group that it is in. */
  readonly breadcrumb?: false
  readonly shortcut?: string
  /** What it opens with where neither the person nor their role has a choice of their own. */
  readonly opensAs?: Readonly<Record<string, string>>
  readonly write?: Objects
}

interface FormPage {
  readonly title: string
  readonly screen?: LoadScreen
  /** `update/{id}` where the address has the id in its path; otherwise `update`, with `?id=`. */
  readonly path?: string
  readonly write?: Objects
}

export interface RecordPages {
  /** The resource's name. */
  readonly of: string
  /** Where its pages are: `/coupons`. */
  readonly at: string
  /** Who sees them, where that isn't said by the group that they are in. */
  readonly access?: Objects
  /** Who changes records; without it the pages are read-only. */
  readonly write?: Objects
  readonly list: ListPage
  readonly create?: FormPage
  readonly update?: FormPage
  /** The definition from which pages without a screen of their own are made. */
  readonly definition?: () => Promise<AnyResource>
}

/** The usual pages of a resource: its list in the menu, and the forms that the list leads to. */
export function recordPages(pages: RecordPages): SitemapNode[] {
  const { of, at, access, write, list, create, update, definition } = pages
  const common = (page: string, own: Objects | undefined) => ({
    ...(access !== undefined && { access }),
    ...((own ?? write) !== undefined && { write: own ?? write }),
    shows: [of, page] as const,
  })
  const form = (name: string, { title, path = name, screen, write: own }: FormPage): SitemapNode => ({
    path: `${at}/${path}`,
    title,
    hidden: true,
    activeMenu: `${at}/list`,
    ...common(name, own),
    screen: screen ?? dull(of, definition, 'form'),
  })
  const { title, screen = dull(of, definition, 'list'), breadcrumb, shortcut, opensAs } = list
  return [
    {
      path: `${at}/list`,
      title,
      ...(breadcrumb === false && { breadcrumb }),
      ...(shortcut !== undefined && { shortcut }),
      ...(opensAs && { opensAs }),
      ...common('list', list.write),
      screen,
    },
    ...(create ? [form('create', create)] : []),
    ...(update ? [form('update', update)] : []),
  ]
}

/**
 * The same inside the group of something else. The forms are under a node of their own, which no menu shows: their
 * breadcrumb leads back to the list, and so does their address cut short.
 */
export function recordGroup(pages: RecordPages): SitemapNode[] {
  const [list, ...forms] = recordPages(pages)
  const group: SitemapNode = {
    path: pages.at,
    title: pages.list.title,
    hidden: true,
    redirect: `${pages.at}/list`,
    ...(pages.access !== undefined && { access: pages.access }),
    children: forms,
  }
  return [...(list ? [list] : []), group]
}

function dull(of: string, definition: RecordPages['definition'], kind: 'list' | 'form'): LoadScreen {
  if (!definition) throw new Error(`The pages of ${of} need screens, or the definition to make them of.`)
  return kind === 'list'
    ? async () => (await import('./dull-list-screen.tsx')).dullListScreen(await definition())
    : async () => (await import('./dull-form-screen.tsx')).dullFormScreen(await definition())
}
