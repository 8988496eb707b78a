import {
  boolean,
  choices,
  date,
  integer,
  longText,
  money,
  ref,
  rows,
  select,
  text,
  time,
  words,
} from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { languageTagProblem } from '../../core/resource/text-formats.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { products } from './products.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    'product-options': true
  }
}

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

export const exceptionKinds = ['closed', 'blackout', 'open'] as const

export const cutoffUnits = ['minute', 'hour', 'day'] as const
export type CutoffUnit = (typeof cutoffUnits)[number]
const cutoffLabels = { minute: 'Minutes', hour: 'Hours', day: 'Days' } as const

const startTime = /^([01][0-9]|2[0-3]):[0-5][0-9]$/

/** Hours go no further by the field's own limit. */
const maxDays = 365

/** The bookable variants of a product. Exactly one is the default: choosing another replaces it. */
export const productOptions = defineResource('product-options', {
  label: ['Product option', 'Product options'],
  access: 'product-options',
  operations: ['list', 'read', 'update'],
  title: 'title',
  fields: {
    productId: ref(nameOf<typeof products>('products'), { required: true, readOnly: true }),
    code: text({ required: true, readOnly: true, max: 64 }),
    title: text({ required: true, max: 255 }),
    isDefault: boolean({ label: 'Default', readOnly: true }),
    isActive: boolean({ initial: true, label: 'Active' }),
    durationMinutes: integer({ min: 1, max: 43_200, label: 'Duration in minutes' }),
    languages: words({ max: 30, format: 'locale', help: 'BCP 47, such as en or pt-BR' }),
    startTimes: words({ max: 96, help: 'Venue-local, such as 09:30' }),
    cutoffAmount: integer({
      required: true,
      min: 0,
      max: 8_760,
      initial: 0,
      label: 'Booking cut-off',
      help: 'How long before the start the last booking is taken',
    }),
    cutoffUnit: select(cutoffUnits, {
      required: true,
      initial: 'hour',
      label: 'Booking cut-off unit',
      labels: cutoffLabels,
    }),
    cancellationCutoffAmount: integer({
      min: 0,
      max: 8_760,
      label: 'Cancellation cut-off',
      help: 'How long before the start cancelling is free. Blank means the product’s policy.',
    }),
    cancellationCutoffUnit: select(cutoffUnits, { label: 'Cancellation cut-off unit', labels: cutoffLabels }),
    productPolicy: select(['STANDARD', 'CUSTOM', 'ALL_SALES_FINAL'], {
      derived: true,
      required: true,
      label: 'Policy of its product',
      labels: { STANDARD: 'Standard', CUSTOM: 'Custom', ALL_SALES_FINAL: 'All sales final' },
    }),
    productHours: integer({ derived: true, label: 'Free until, by its product', help: 'Hours before the start' }),
    minUnits: integer({ required: true, min: 1, max: 1_000, initial: 1 }),
    maxUnits: integer({ required: true, min: 1, max: 1_000, initial: 20 }),
    requiredContactFields: choices(['firstName', 'lastName', 'emailAddress', 'phoneNumber', 'country'], {
      labels: {
        firstName: 'First name',
        lastName: 'Last name',
        emailAddress: 'Email',
        phoneNumber: 'Phone',
        country: 'Country',
      },
    }),
    isPickupAvailable: boolean({ label: 'Pickup' }),
    isPickupRequired: boolean({
      label: 'Pickup required',
      help: 'Pickup only: each booking says where',
    }),
    pickupPoints: rows(
      {
        name: text({ required: true, max: 120 }),
        minutesBefore: integer({ required: true, min: 0, max: 600, initial: 0, label: 'Minutes before the start' }),
        note: text({ max: 255 }),
      },
      { max: 60 },
    ),
    meetingPoint: text({ max: 255 }),
    itinerary: longText({ max: 5_000 }),
    openingRules: rows(
      {
        from: date(),
        until: date(),
        weekdays: choices(weekdays, {
          labels: {
            mon: 'Monday',
            tue: 'Tuesday',
            wed: 'Wednesday',
            thu: 'Thursday',
            fri: 'Friday',
            sat: 'Saturday',
            sun: 'Sunday',
          },
        }),
        opens: time(),
        closes: time(),
      },
      { max: 24, help: 'Days on which it takes place. Blank means every day the supplier offers.' },
    ),
    openingExceptions: rows(
      {
        from: date({ required: true }),
        until: date(),
        kind: select(exceptionKinds, {
          required: true,
          initial: 'closed',
          labels: { closed: 'Closed', blackout: 'Blackout', open: 'Open' },
        }),
        cause: text({ max: 120 }),
      },
      {
        max: 200,
        label: 'Exceptions',
        help: 'Days on which the rules don’t apply. Blackout: it takes place, but we don’t sell it.',
      },
    ),
    priceFrom: money({
      currency: 'currency',
      derived: true,
      min: 0,
      label: 'Sells from',
      help: 'The price of the cheapest unit that a person can buy alone, without company or proof',
    }),
    priceTo: money({
      currency: 'currency',
      derived: true,
      min: 0,
      label: 'Sells up to',
      help: 'Price of its most expensive unit',
    }),
    currency: text({ derived: true, required: true, max: 3 }),
    availableDays: integer({
      derived: true,
      required: true,
      label: 'Available, next 30 days',
      help: 'Days that are open in its calendar, today included',
    }),
  },
  list: {
    columns: [
      'title',
      'productId',
      'startTimes',
      'languages',
      'priceFrom',
      'availableDays',
      'isActive',
      'code',
      'cutoffAmount',
      'cancellationCutoffAmount',
      'durationMinutes',
      'isDefault',
    ],
    shown: [
      { key: 'title', below: ['productId'] },
      'isActive',
      'startTimes',
      'languages',
      'priceFrom',
      'cutoffAmount',
      { key: 'availableDays', label: 'Days available' },
    ],
    filters: [
      'productId',
      'isActive',
      'isDefault',
      'isPickupAvailable',
      'isPickupRequired',
      'cutoffUnit',
      'cancellationCutoffAmount',
      'cancellationCutoffUnit',
      'durationMinutes',
    ],
    search: ['title', 'code'],
    sort: '-createdAt',
    needs: ['priceTo', 'currency', 'cutoffUnit', 'cancellationCutoffUnit'],
  },
  form: {
    main: [
      { title: 'Option', fields: ['title', 'durationMinutes', 'languages', 'isActive', 'itinerary'] },
      { title: 'Times', fields: ['startTimes', 'openingRules', 'openingExceptions', 'cutoffAmount', 'cutoffUnit'] },
      {
        title: 'Policy',
        fields: ['cancellationCutoffAmount', 'cancellationCutoffUnit', 'productPolicy', 'productHours'],
      },
      { title: 'Party', fields: ['minUnits', 'maxUnits', 'requiredContactFields'] },
      {
        title: 'Getting there',
        fields: [
          'meetingPoint',
          'isPickupAvailable',
          {
            field: 'isPickupRequired',
            when: (draft) => draft.isPickupAvailable === true || draft.isPickupRequired === true,
          },
          { field: 'pickupPoints', when: (draft) => draft.isPickupAvailable === true },
        ],
      },
    ],
    aside: [
      {
        title: 'Classification',
        fields: ['productId', 'code', 'isDefault', 'priceFrom', 'priceTo', 'availableDays'],
      },
    ],
  },
  *check(draft) {
    if (draft.minUnits > draft.maxUnits)
      yield {
        field: 'maxUnits',
        message: t('Max units must be at least the min units.'),
      }
    if (draft.cutoffUnit === 'day' && draft.cutoffAmount > maxDays)
      yield { field: 'cutoffAmount', message: t('A cut-off is at most {n} days before the start.', { n: maxDays }) }
    const [amount, unit] = [draft.cancellationCutoffAmount, draft.cancellationCutoffUnit]
    if (unit === 'day' && amount !== null && amount > maxDays)
      yield {
        field: 'cancellationCutoffAmount',
        message: t('A cut-off is at most {n} days before the start.', { n: maxDays }),
      }
    if (amount !== null && unit === null)
      yield { field: 'cancellationCutoffUnit', message: t('Choose minutes, hours or days.') }
    if (amount === null && unit !== null)
      yield { field: 'cancellationCutoffAmount', message: t('Enter a quantity or leave the unit blank.') }
    if (draft.isPickupRequired && !draft.isPickupAvailable)
      yield {
        field: 'isPickupRequired',
        message: t('Pickup is required but not offered. Offer it, or make it optional.'),
      }
    const odd = draft.startTimes.find((value) => !startTime.test(value))
    if (odd !== undefined)
      yield { field: 'startTimes', message: t('{value} is not a time. Write it like 09:30.', { value: odd }) }
    const noTag = languageTagProblem(draft.languages)
    if (noTag !== undefined) yield { field: 'languages', message: noTag }
    if (new Set(draft.startTimes).size < draft.startTimes.length)
      yield {
        field: 'startTimes',
        message: t('List each start time once.'),
      }
    for (const [index, { from, until, opens, closes }] of draft.openingRules.entries()) {
      if (from !== null && until !== null && until < from)
        yield { field: 'openingRules', message: t('Rule {n} ends before it begins.', { n: index + 1 }) }
      if (opens !== null && closes !== null && opens === closes)
        yield { field: 'openingRules', message: t('Rule {n} must close after it opens.', { n: index + 1 }) }
    }
    for (const [index, { from, until }] of draft.openingExceptions.entries()) {
      if (until !== null && until < from)
        yield { field: 'openingExceptions', message: t('Exception {n} ends before it begins.', { n: index + 1 }) }
    }
  },
  summary: 'Bookable variants of products.',
})
