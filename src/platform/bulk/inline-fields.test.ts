import { describe, expect, it } from 'vitest'
import { boolean, integer, money, percent, select, text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { gadgets } from '../../core/testing/sample-resources.ts'
import { resources } from '../../app/registry.server.ts'
import { inlineFields } from './inline-fields.ts'

const list = { columns: ['name'], filters: [], search: ['name'], sort: 'name' } as const
const offer = defineResource('offers', {
  label: ['Offer', 'Offers'],
  access: 'coupons',
  operations: ['list', 'read', 'update'],
  title: 'name',
  fields: {
    name: text({ required: true }),
    isOn: boolean(),
    kind: select(['percent', 'amount']),
    share: percent(),
    amount: money({ currency: 'currency' }),
    currency: text({ format: 'currency' }),
    uses: integer({ readOnly: true }),
    left: integer({ derived: true }),
    hidden: integer(),
    holder: text({ personal: true }),
  },
  list,
  form: {
    main: [
      {
        title: 'Offer',
        fields: [
          'name',
          'isOn',
          'kind',
          { field: 'share', when: ({ kind }) => kind === 'percent' },
          'amount',
          'currency',
          'uses',
          'left',
          'holder',
        ],
      },
    ],
  },
})

describe('what can be changed in a list', () => {
  it('is every field of one line that means something by itself', () => {
    expect(inlineFields(gadgets)).toEqual(
      [
        'name',
        'code',
        'serial',
        'website',
        'phone',
        'locale',
        'count',
        'shift',
        'stock',
        'ratio',
        'weight',
        'share',
        'fee',
        'price',
        'balance',
        'isOn',
        'isKept',
        'madeOn',
        'soldOn',
        'opensAt',
        'closesAt',
        'size',
        'mood',
        'makerId',
        'rivalId',
      ].filter((key) => !('personal' in gadgets.fields[key as 'name'])),
    )
  })

  it('is not what depends on the rest of the form, what the form does not offer, and what people do not set', () => {
    expect(inlineFields(offer)).toEqual(['name', 'isOn', 'kind', 'amount'])
  })

  it('is nothing of what is never changed, or never listed', () => {
    expect(inlineFields({ ...offer, operations: ['list', 'read'] })).toEqual([])
    expect(inlineFields({ ...offer, operations: ['read', 'update'] })).toEqual([])
  })

  it('is nothing where the form guards more than its fields, but for what is excepted', () => {
    const form = { main: offer.form?.main ?? [], guarded: { why: 'Because.' } }
    expect(inlineFields({ ...offer, form })).toEqual([])
    expect(
      inlineFields({ ...offer, form: { ...form, guarded: { why: 'Because.', except: ['isOn', 'currency'] } } }),
    ).toEqual(['isOn'])
  })

  it('is, of the product, what its staff expect', () => {
    const of = (name: string) => inlineFields(resources.find((resource) => resource.name === name) ?? offer)
    expect(of('coupons')).toEqual(
      expect.arrayContaining([
        'name',
        'status',
        'campaign',
        'totalLimit',
        'isFirstPurchaseOnly',
        'travelFrom',
        'ownerId',
      ]),
    )
    expect(
      of('coupons').filter((key) => ['percent', 'timeZone', 'validFrom', 'state', 'timesUsed', 'notes'].includes(key)),
    ).toEqual([])
    expect(of('customers').filter((key) => ['email', 'phone', 'firstName', 'name'].includes(key))).toEqual([])
    expect(of('ip-ranges')).toEqual([])
  })
})
