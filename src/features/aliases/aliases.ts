import { date, integer, longText, money, percent, ref, refs, rows, select, text } from '../../core/resource/fields.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { scopedPageFields, searchFields } from '../../core/resource/page.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { selectionPolicies } from './selection.ts'
import { soldFields } from './sold-fields.ts'
import { nameOf, selfNamed } from '../../core/resource/resource-name.ts'
import type { cities } from '../places/geo/cities.ts'
import type { subcategories } from '../categories/subcategories.ts'
import type { images } from '../../platform/media/images.ts'
import type { authors } from '../authors/authors.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    aliases: true
  }
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export const badgeKinds = ['bestseller', 'likely_to_sell_out', 'new', 'special_offer', 'staff_pick'] as const

const list = (help: string) => longText({ max: 4_000, format: 'richText', translatable: true, help })

/**
 * Public pages that front one or more supplier products: visitors read the alias and buy the member that its policy
 * chooses. Members are not fields: they have an endpoint of their own, because setting a product's main page affects
 * several pages at once.
 */
export const aliases = defineResource('aliases', {
  label: ['Alias', 'Aliases'],
  access: 'aliases',
  operations: ['list', 'read', 'create', 'update'],
  title: 'title',
  fields: {
    title: text({ required: true, max: 160, translatable: true }),
    cityId: ref(nameOf<typeof cities>('cities'), { required: true }),
    subcategoryIds: refs(nameOf<typeof subcategories>('subcategories'), { max: 10 }),
    heading: text({ max: 160, translatable: true, label: 'Heading (H1)', help: 'Blank means the title' }),
    shortText: longText({
      max: 600,
      translatable: true,
      help: 'Under the title on cards and in search results of the website',
    }),
    longText: longText({ max: 20_000, format: 'richText', translatable: true, help: 'What visitors read on the page' }),
    highlights: list('Reasons to go'),
    inclusions: list('What the price includes'),
    exclusions: list('What costs extra'),
    ...searchFields('title'),
    faq: longText({
      max: 60_000,
      format: 'richText',
      layout: 'questions',
      translatable: true,
      label: 'Questions and answers',
    }),
    imageIds: refs(nameOf<typeof images>('images'), { max: 12, help: 'The first is the one on cards' }),
    authorId: ref(nameOf<typeof authors>('authors'), { help: 'Shown as the byline' }),
    reviewedOn: date({ label: 'Text last reviewed' }),
    canonicalId: ref(selfNamed('aliases'), {
      label: 'Canonical alias',
      help: 'The page that search engines should list instead of this one',
    }),
    selectionPolicy: select(selectionPolicies, {
      required: true,
      initial: 'cheapest',
      label: 'Sells',
      help: 'Which of the live products visitors are offered',
      labels: {
        cheapest: 'Cheapest',
        best_rated: 'Best rated',
        pinned: 'Pinned',
        by_availability: 'Most available',
      },
    }),
    priceDisplay: select(['from', 'override', 'hidden'], {
      required: true,
      initial: 'from',
      label: 'Shown price',
      labels: { from: 'From-price of the product sold', override: 'Own price', hidden: 'No price' },
    }),
    displayPrice: money({
      currency: 'displayCurrency',
      min: 0,
      label: 'Own price',
      help: 'Never below the checkout minimum',
    }),
    displayCurrency: text({ max: 3, format: 'currency', case: 'upper', label: 'Own price currency' }),
    badges: rows(
      {
        kind: select(badgeKinds, {
          required: true,
          label: 'Badge',
          labels: {
            likely_to_sell_out: 'Likely to sell out',
            special_offer: 'Special offer',
            staff_pick: 'Staff pick',
          },
        }),
        until: date({ required: true, label: 'Shown until' }),
      },
      { max: 5, help: 'Every badge needs an end date' },
    ),
    settings: rows(
      { name: text({ required: true, max: 60 }), value: text({ required: true, max: 255 }) },
      { max: 20, label: 'Custom settings' },
    ),
    ...soldFields,
    translatedShare: percent({
      derived: true,
      label: 'Translated',
      help: 'Share of its texts in the website’s languages',
    }),
    brokenLinkCount: integer({
      derived: 'indexed',
      required: true,
      label: 'Broken links',
      help: 'Broken links in its texts, in every language',
    }),
    ...scopedPageFields,
  },
  page: {
    path: '/{slug}/pa-{id}',
    within: 'cityId',
    needs: ['shortText'],
    wants: ['seoTitle', 'seoDescription', 'highlights', 'inclusions', 'imageIds', 'authorId'],
    checks: [
      {
        key: 'liveCount',
        label: 'At least one of its products is live',
        lack: msg('none of its products is live'),
        isBlocking: true,
        mendAt: { part: msg('Products') },
        isMet: ({ liveCount }) => Number(liveCount) > 0,
      },
      {
        key: 'fromPrice',
        label: 'It has a from-price',
        lack: msg('it has no from-price'),
        isBlocking: false,
        mendAt: { part: msg('Products') },
        isMet: ({ fromPrice }) => typeof fromPrice === 'number',
      },
      {
        key: 'brokenLinkCount',
        label: 'All links in its text work',
        lack: msg('a link in its text is broken'),
        isBlocking: false,
        mendAt: { field: 'longText' },
        isMet: ({ brokenLinkCount }) => brokenLinkCount === 0,
      },
    ],
  },
  list: {
    columns: [
      'title',
      'cityId',
      'publication',
      'liveCount',
      'memberCount',
      'fromPrice',
      'fromPriceAt',
      'orderCount',
      'rating',
      'ownRating',
      'translatedShare',
      'brokenLinkCount',
      'chosenProductId',
      'selectionPolicy',
    ],
    shown: [
      { key: 'title', below: ['cityId'], picture: 'imageIds' },
      'publication',
      'liveCount',
      'fromPrice',
      { key: 'orderCount', label: 'Orders, 90 days' },
      'rating',
      'translatedShare',
      'brokenLinkCount',
    ],
    filters: [
      'publication',
      'cityId',
      'subcategoryIds',
      'productIds',
      'selectionPolicy',
      'liveCount',
      'authorId',
      'canonicalId',
      'choiceReason',
      'brokenLinkCount',
      'publishAt',
    ],
    search: ['title', 'slug'],
    sort: 'title',
    needs: ['liveCount', 'memberCount'],
  },
  form: {
    main: [
      { title: 'Alias', fields: ['title', 'slug', 'cityId', 'subcategoryIds'] },
      {
        title: 'Page',
        fields: [
          'heading',
          'shortText',
          'longText',
          'highlights',
          'inclusions',
          'exclusions',
          'faq',
          'imageIds',
          'authorId',
          'reviewedOn',
        ],
      },
      {
        title: 'Offer',
        fields: [
          'selectionPolicy',
          'priceDisplay',
          { field: 'displayPrice', when: ({ priceDisplay }) => priceDisplay === 'override' },
          { field: 'displayCurrency', when: ({ priceDisplay }) => priceDisplay === 'override' },
          'badges',
        ],
      },
      { title: 'SEO', fields: ['seoTitle', 'seoDescription', 'canonicalId'] },
      {
        title: 'Templates',
        help: 'Extra values for the website’s templates.',
        fields: ['settings'],
      },
    ],
    aside: [
      {
        title: 'Selling now',
        fields: [
          'chosenProductId',
          'choiceReason',
          'fromPrice',
          'fromPriceAt',
          'liveCount',
          'memberCount',
          'rating',
          'reviewCount',
          'ownRating',
          'ownReviewCount',
          'orderCount',
        ],
      },
      { title: 'Texts', fields: ['translatedShare', 'brokenLinkCount'] },
    ],
  },
  *check(draft) {
    if (draft.priceDisplay === 'override' && (draft.displayPrice === null || draft.displayPrice === undefined)) {
      yield { field: 'displayPrice', message: t('Enter the price that is shown instead.') }
    }
    if (typeof draft.displayPrice === 'number' && !draft.displayCurrency)
      yield { field: 'displayCurrency', message: t('Choose a currency.') }
    if (draft.displayCurrency && !currencies.has(draft.displayCurrency)) {
      yield { field: 'displayCurrency', message: t('Currency {code} not found.', { code: draft.displayCurrency }) }
    }
    const kinds = (draft.badges ?? []).map(({ kind }) => kind)
    if (new Set(kinds).size < kinds.length) yield { field: 'badges', message: t('List each badge once.') }
    const names = (draft.settings ?? []).map(({ name }) => name)
    if (new Set(names).size < names.length) yield { field: 'settings', message: t('List each setting once.') }
  },
  summary: 'Aliases, the public pages that front one or more products.',
})
