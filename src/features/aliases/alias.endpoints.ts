import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import type { Outcome } from '../../core/outcome.ts'
import { outcomes } from '../../core/outcome.ts'
import { idParams } from '../../core/http/path-params.ts'
import { linkingText, linkVerdict } from '../../platform/rich-text/link-verdicts.ts'
import { choiceReasons, selectionPolicies } from './selection.ts'

const tag = 'Aliases'
/** Products that a page fronts at most. */
export const maxMembers = 50

const titled = z.object({ id: z.int(), title: z.string() })
const member = z
  .object({
    productId: z.int(),
    title: z.string(),
    provider: titled,
    rank: z.int(),
    isPinned: z.boolean(),
    /** This page is the product's main page. */
    isPrimary: z.boolean(),
    /** The product's main page. */
    primary: titled,
    /** How many pages front the product. */
    aliasCount: z.int(),
    status: z.string(),
    suspendedBecause: z.nullable(z.string()),
    /** Minor units of `currency`: the lowest price that customers pay, and what the supplier asks for it. */
    price: z.int(),
    net: z.int(),
    currency: z.string(),
    rating: z.nullable(z.number()),
    reviewCount: z.int(),
    /** Start times per day; 1,440 for admission at any time, null if nothing is offered. */
    departures: z.nullable(z.int()),
  })
  .register(z.globalRegistry, { id: 'AliasMember' })
export type AliasMember = z.output<typeof member>

const choice = z.object({
  productId: z.int(),
  reason: z.enum(choiceReasons),
  fromPrice: z.int(),
  currency: z.string(),
  at: z.string(),
})
const members = z
  .object({
    policy: z.enum(selectionPolicies),
    /** The product on sale now; null if no member is live. */
    choice: z.nullable(choice),
    members: z.array(member),
  })
  .register(z.globalRegistry, { id: 'AliasMembers' })
export type AliasMembers = z.output<typeof members>

const productId = z
  .int({ error: () => t('Send the product’s id.') })
  .check(z.positive({ error: () => t('Send the product’s id.') }))

export const readMembers = defineEndpoint('GET /rest/data/aliases/:id/members', {
  summary: 'Read the products that an alias fronts, in their order, and which of them it sells',
  access: ['aliases', 'ui'],
  also: [['products', 'ui']],
  tag,
  params: idParams,
  output: members,
})

export const writeMembers = defineEndpoint('PUT /rest/data/aliases/:id/members', {
  summary: 'Say which products an alias fronts, in which order, which is pinned, and whose main page it is',
  access: ['aliases', 'write'],
  also: [['products', 'ui']],
  tag,
  params: idParams,
  output: members,
  input: z.strictObject({
    /** The ids that the caller saw, in their order. The call is refused if they have changed since. */
    seen: z.array(productId),
    members: z
      .array(z.strictObject({ productId, isPinned: z.optional(z.boolean()), isPrimary: z.optional(z.boolean()) }))
      .check(z.maxLength(maxMembers, { error: () => t('An alias fronts at most 50 products.') })),
  }),
})

export const sellProduct = defineEndpoint('POST /rest/data/aliases/:id/sell-product', {
  summary: 'Pin one of the products of an alias and let it sell the pinned one from now on',
  access: ['aliases', 'write'],
  also: [['products', 'ui']],
  tag,
  params: idParams,
  output: members,
  input: z.strictObject({ productId }),
})

export type SwapResult = Outcome

export const swapProduct = defineEndpoint('POST /rest/data/aliases/swap-product', {
  summary: 'Put one product in the place of another in many aliases',
  access: ['aliases', 'write'],
  also: [['products', 'ui']],
  tag,
  input: z.strictObject({
    ids: z
      .array(z.int({ error: () => t('Every id must be a whole number.') }))
      .check(
        z.minLength(1, { error: () => t('Choose at least one record.') }),
        z.maxLength(200, { error: () => t('Choose at most 200 aliases.') }),
      ),
    fromId: productId,
    toId: productId,
  }),
  output: outcomes,
})

const contender = z.object({
  productId: z.int(),
  title: z.string(),
  provider: titled,
  isLive: z.boolean(),
  isSold: z.boolean(),
  price: z.int(),
  net: z.int(),
  currency: z.string(),
  cancellationPolicy: z.string(),
  /** Free cancellation until this many hours before the start; null if never free. */
  cancellationHours: z.nullable(z.int()),
  rating: z.nullable(z.number()),
  reviewCount: z.int(),
  margin: z.int(),
  marginShare: z.nullable(z.int()),
  /** From here on what became of its orders; null for people who cannot see purchases. */
  orders: z.nullable(z.int()),
  rejected: z.nullable(z.int()),
  cancelled: z.nullable(z.int()),
  rejectionRate: z.nullable(z.int()),
  keptShare: z.nullable(z.int()),
  expectedProfit: z.nullable(z.int()),
})
export type ComparedProduct = z.output<typeof contender>
const verdict = z.object({
  productId: z.int(),
  expectedProfit: z.int(),
  runnerUpId: z.nullable(z.int()),
  lead: z.int(),
  outbidId: z.nullable(z.int()),
  badlyRatedId: z.nullable(z.int()),
  isThin: z.boolean(),
})
const comparison = z.object({
  /** Days whose orders were counted; null for people who cannot see purchases. */
  days: z.nullable(z.int()),
  contenders: z.array(contender),
  /** Null if nothing is live, nothing is profitable or orders were not counted. */
  verdict: z.nullable(verdict),
})
export type SupplierComparison = z.output<typeof comparison>

export const readComparison = defineEndpoint('GET /rest/data/aliases/:id/supplier-comparison', {
  summary:
    'Compare the suppliers behind an alias: price, margin, refunds and reviews; with ui on purchases also rejections and the profit to expect',
  access: ['aliases', 'ui'],
  also: [['products', 'ui']],
  tag,
  params: idParams,
  output: comparison,
})

export const readAliasLinks = defineEndpoint('GET /rest/data/aliases/:id/links', {
  summary:
    'Read where the links of an alias lead in each of its languages, broken ones first, and whose texts lead to it',
  access: ['aliases', 'ui'],
  tag,
  params: idParams,
  output: z.object({
    outgoing: z.array(linkVerdict),
    incoming: z.array(linkingText),
    hasMore: z.boolean(),
    hasOthers: z.boolean(),
  }),
})

const sold = z.object({
  productId: z.int(),
  title: z.string(),
  isPrimary: z.boolean(),
  /** Orders of the last `days`, and of as many days before them. */
  orders: z.int(),
  ordersBefore: z.int(),
  /** Of `orders`: cancelled, rejected or expired. Excluded from the figures below. */
  lost: z.int(),
  tickets: z.int(),
  /** Minor units of each currency: what customers were charged, and our margin. */
  money: z.array(z.object({ currency: z.string(), gross: z.int(), margin: z.int() })),
})
export type AliasSales = z.output<typeof sold>

export const readAliasPerformance = defineEndpoint('GET /rest/data/aliases/:id/performance', {
  summary: 'Read what the products of an alias sold, by product and by week',
  access: ['aliases', 'ui'],
  also: [
    ['products', 'ui'],
    ['purchases', 'ui'],
  ],
  tag,
  params: idParams,
  output: z.object({
    days: z.int(),
    /** The oldest first; `from` is its first day. */
    weeks: z.array(z.object({ from: z.string(), orders: z.int() })),
    products: z.array(sold),
  }),
})
