import type { SitemapNode } from './sitemap-node.web.ts'

const reviewLists = () => import('../areas/reviews/review-list-screens.tsx')
const reviewForms = () => import('../areas/reviews/review-form-screens.tsx')
const reviewQueues = () => import('../areas/reviews/review-queue-screens.tsx')

/** Reviews stand beside what they are about, as the specification groups them. */
export const productReviewPages: readonly SitemapNode[] = [
  {
    path: '/products/reviews/list', title: 'Product reviews', access: 'product-reviews', write: 'product-reviews', shows: ['product-reviews', 'list'],
    screen: async () => (await reviewLists()).ProductReviewListScreen,
  },
  {
    path: '/products/reviews/queue', title: 'Moderate product reviews', hidden: true, activeMenu: '/products/reviews/list', access: 'product-reviews', write: 'product-reviews', shows: ['product-reviews', 'queue'],
    screen: async () => (await reviewQueues()).ProductReviewQueueScreen,
  },
  {
    path: '/products/reviews/create', title: 'New product review', hidden: true, activeMenu: '/products/reviews/list', access: 'product-reviews', write: 'product-reviews', shows: ['product-reviews', 'create'],
    screen: async () => (await reviewForms()).ProductReviewFormScreen,
  },
  {
    path: '/products/reviews/update', title: 'Product review', hidden: true, activeMenu: '/products/reviews/list', access: 'product-reviews', write: 'product-reviews', shows: ['product-reviews', 'update'],
    screen: async () => (await reviewForms()).ProductReviewFormScreen,
  },
]

export const aliasReviewPages: readonly SitemapNode[] = [
  {
    path: '/aliases/reviews/list', title: 'Alias reviews', access: 'alias-reviews', write: 'alias-reviews', shows: ['alias-reviews', 'list'],
    screen: async () => (await reviewLists()).AliasReviewListScreen,
  },
  {
    path: '/aliases/reviews/queue', title: 'Moderate alias reviews', hidden: true, activeMenu: '/aliases/reviews/list', access: 'alias-reviews', write: 'alias-reviews', shows: ['alias-reviews', 'queue'],
    screen: async () => (await reviewQueues()).AliasReviewQueueScreen,
  },
  {
    path: '/aliases/reviews/create', title: 'New alias review', hidden: true, activeMenu: '/aliases/reviews/list', access: 'alias-reviews', write: 'alias-reviews', shows: ['alias-reviews', 'create'],
    screen: async () => (await reviewForms()).AliasReviewFormScreen,
  },
  {
    path: '/aliases/reviews/update', title: 'Alias review', hidden: true, activeMenu: '/aliases/reviews/list', access: 'alias-reviews', write: 'alias-reviews', shows: ['alias-reviews', 'update'],
    screen: async () => (await reviewForms()).AliasReviewFormScreen,
  },
]

export const lineupReviewPages: readonly SitemapNode[] = [
  {
    path: '/lineup/reviews/list', title: 'Lineup reviews', access: 'lineups', write: 'lineups', shows: ['lineup-reviews', 'list'],
    screen: async () => (await reviewLists()).LineupReviewListScreen,
  },
  {
    path: '/lineup/reviews/queue', title: 'Moderate lineup reviews', hidden: true, activeMenu: '/lineup/reviews/list', access: 'lineups', write: 'lineups', shows: ['lineup-reviews', 'queue'],
    screen: async () => (await reviewQueues()).LineupReviewQueueScreen,
  },
  {
    path: '/lineup/reviews/create', title: 'New lineup review', hidden: true, activeMenu: '/lineup/reviews/list', access: 'lineups', write: 'lineups', shows: ['lineup-reviews', 'create'],
    screen: async () => (await reviewForms()).LineupReviewFormScreen,
  },
  {
    path: '/lineup/reviews/update/{id}', title: 'Lineup review', hidden: true, activeMenu: '/lineup/reviews/list', access: 'lineups', write: 'lineups', shows: ['lineup-reviews', 'update'],
    screen: async () => (await reviewForms()).LineupReviewFormScreen,
  },
]
