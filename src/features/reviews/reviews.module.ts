import { msg } from '../../core/i18n/language.ts'
import type { LoadScreen, SitemapNode } from '../../ui/sitemap-node.web.ts'
import { defineModule, type Panel } from '../../ui/resource/module.web.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { recordGroup } from '../../ui/resource/record-pages.web.ts'
import type { aliases } from '../aliases/aliases.ts'
import type { lineups } from '../lineups/lineups.ts'
import type { products } from '../products/products.ts'

const lists = () => import('./review-list-screens.tsx')
const forms = () => import('./review-form-screens.tsx')
const queues = () => import('./review-queue-screens.tsx')

interface ReviewPages {
  readonly of: string
  readonly at: string
  readonly object: string
  readonly titles: Readonly<Record<'list' | 'queue' | 'create' | 'update', string>>
  readonly updatePath: string
  /** The letter after `g` that leads to the list. */
  readonly shortcut?: string
  readonly list: LoadScreen
  readonly queue: LoadScreen
  readonly form: LoadScreen
}

/** The pages of reviews are next to those of their subject, as the specification groups them. */
function reviewPages(pages: ReviewPages): SitemapNode[] {
  const { of, at, object, titles, updatePath, shortcut, list, queue, form } = pages
  const [listPage, group] = recordGroup({
    of,
    at,
    access: object,
    write: object,
    list: { title: titles.list, screen: list, ...(shortcut !== undefined && { shortcut }) },
    create: { title: titles.create, screen: form },
    update: { title: titles.update, path: updatePath, screen: form },
  })
  const queuePage: SitemapNode = {
    path: `${at}/queue`,
    title: titles.queue,
    hidden: true,
    activeMenu: `${at}/list`,
    access: object,
    write: object,
    shows: [of, 'queue'],
    screen: queue,
  }
  return [
    ...(listPage ? [listPage] : []),
    ...(group ? [{ ...group, children: [queuePage, ...(group.children ?? [])] }] : []),
  ]
}

const reviewed = [
  nameOf<typeof products>('products'),
  nameOf<typeof aliases>('aliases'),
  nameOf<typeof lineups>('lineups'),
]

export const reviewsModule = defineModule({
  name: 'reviews',
  resources: [
    async () => (await import('./reviews.ts')).productReviewRecords,
    async () => (await import('./reviews.ts')).aliasReviewRecords,
    async () => (await import('./reviews.ts')).lineupReviewRecords,
  ],
  pages: [
    {
      under: '/products',
      nodes: reviewPages({
        of: 'product-reviews',
        at: '/products/reviews',
        object: 'product-reviews',
        titles: {
          list: msg('Product reviews'),
          queue: msg('Moderate product reviews'),
          create: msg('New product review'),
          update: msg('Product review'),
        },
        updatePath: 'update',
        list: async () => (await lists()).ProductReviewListScreen,
        queue: async () => (await queues()).ProductReviewQueueScreen,
        form: async () => (await forms()).ProductReviewFormScreen,
      }),
    },
    {
      under: '/aliases',
      nodes: reviewPages({
        of: 'alias-reviews',
        at: '/aliases/reviews',
        object: 'alias-reviews',
        titles: {
          list: msg('Alias reviews'),
          queue: msg('Moderate alias reviews'),
          create: msg('New alias review'),
          update: msg('Alias review'),
        },
        updatePath: 'update',
        shortcut: 'q',
        list: async () => (await lists()).AliasReviewListScreen,
        queue: async () => (await queues()).AliasReviewQueueScreen,
        form: async () => (await forms()).AliasReviewFormScreen,
      }),
    },
    {
      under: '/events',
      nodes: reviewPages({
        of: 'lineup-reviews',
        at: '/lineup/reviews',
        object: 'lineups',
        titles: {
          list: msg('Lineup reviews'),
          queue: msg('Moderate lineup reviews'),
          create: msg('New lineup review'),
          update: msg('Lineup review'),
        },
        updatePath: 'update/{id}',
        list: async () => (await lists()).LineupReviewListScreen,
        queue: async () => (await queues()).LineupReviewQueueScreen,
        form: async () => (await forms()).LineupReviewFormScreen,
      }),
    },
  ],
  panels: reviewed.map((on): Panel => ({
    on,
    at: 'aside',
    load: async () => (await import('./subject-reviews-panel.tsx')).SubjectReviewsPanel,
  })),
})
