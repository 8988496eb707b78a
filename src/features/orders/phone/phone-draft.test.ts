import { describe, expect, it } from 'vitest'
import { emptyDraft, fieldFor, listPrice, missingIn, orderInput, problemsApart, quoteInput } from './phone-draft.ts'

const one = { ...listPrice, key: 1, listingId: 7, tickets: 2 }
const tickets = { ...emptyDraft, kind: 'event', performanceId: 3, lines: [one] } as const

describe('what is sent of an order by phone', () => {
  it('is nothing before it says what is bought', () => {
    expect(quoteInput(emptyDraft)).toBeNull()
    expect(quoteInput({ ...tickets, lines: [{ ...one, tickets: null }] })).toBeNull()
    expect(quoteInput({ ...emptyDraft, optionId: 4, date: '2099-06-01', units: { 5: 0 } })).toBeNull()
    expect(quoteInput({ ...emptyDraft, optionId: 4, date: '2099-06-01', units: { 5: 2, 6: 0 } })).toEqual({
      lines: [{ kind: 'product', optionId: 4, date: '2099-06-01', units: [{ unitId: 5, quantity: 2 }] }],
    })
  })

  it('has a customer that we know, or who it is, and never both', () => {
    expect(orderInput({ ...tickets, customerId: 9 }, 100)).toEqual({
      lines: [{ kind: 'event', listingId: 7, quantity: 2 }],
      total: 100,
      customerId: 9,
    })
    const customer = { firstName: 'Ana', lastName: 'Sol', email: 'ana@example.com', phone: ' ' }
    const draft = { ...tickets, customerId: 9, isNewCustomer: true, customer, country: 'ES', locale: 'es' }
    expect(orderInput(draft, 100)).toMatchObject({
      locale: 'es',
      customer: { firstName: 'Ana', lastName: 'Sol', email: 'ana@example.com', country: 'ES' },
    })
    expect(orderInput(draft, 100)).not.toHaveProperty('customerId')
  })

  it.each(['+34 912 34 56 78', '0034 (912) 34-56-78', '+34.912.345/678'])('has the number %s in digits', (phone) => {
    const customer = { firstName: 'Ana', lastName: 'Sol', email: 'ana@example.com', phone }
    const draft = { ...tickets, isNewCustomer: true, customer, country: 'ES' }
    expect(orderInput(draft, 100)).toMatchObject({ customer: { phone: '+34912345678' } })
  })

  it('needs a reason for another price', () => {
    const agreed = { ...one, isOverridden: true, price: 90, reason: ' ' }
    const draft = { ...tickets, customerId: 9, lines: [agreed] }
    expect(missingIn(draft)).toEqual({ 'lines.1.reason': 'Enter a reason of at least 3 characters.' })
    expect(missingIn({ ...draft, lines: [{ ...agreed, reason: 'Promised' }] })).toEqual({})
    expect(missingIn({ ...tickets, customerId: null })).toHaveProperty('customerId')
  })
})

describe('several lines of an order by phone', () => {
  const second = { ...listPrice, key: 4, listingId: 8, tickets: 3, isOverridden: true, price: 500, reason: 'Promised' }
  const blank = { ...listPrice, key: 2, listingId: null, tickets: 2 }
  const draft = { ...tickets, customerId: 9, lines: [blank, one, second] }

  it('are sent without those that nothing is chosen in, each price with the number of its own line', () => {
    expect(orderInput(draft, 100)).toEqual({
      lines: [
        { kind: 'event', listingId: 7, quantity: 2 },
        { kind: 'event', listingId: 8, quantity: 3 },
      ],
      overrides: [{ line: 1, price: 500, reason: 'Promised' }],
      total: 100,
      customerId: 9,
    })
  })

  it('have what is said of them on their own fields', () => {
    expect(fieldFor(draft, 'lines.1.quantity')).toBe('lines.4.quantity')
    expect(fieldFor(draft, 'overrides.0.price')).toBe('lines.4.price')
    expect(fieldFor(draft, 'lines.1')).toBe('lines.4.listingId')
    expect(fieldFor(draft, 'coupon')).toBe('coupon')
    // The screen has no field for it: the quote says it.
    expect(fieldFor(draft, 'currency')).toBe('')
    expect(fieldFor({ ...emptyDraft, kind: 'product' }, 'lines.0.units.1.quantity')).toBe('units')
    expect(missingIn(draft)).toEqual({ 'lines.2.listingId': 'Choose tickets, or remove the line.' })
  })
})

describe('what is wrong with an order by phone', () => {
  it('is said of the customer where it is one that we know', () => {
    expect(fieldFor({ ...tickets, customerId: 9 }, 'customer.country')).toBe('customerId')
    expect(fieldFor({ ...tickets, isNewCustomer: true }, 'customer.country')).toBe('customer.country')
  })

  it('is said with the quote where no part of the form shows it', () => {
    const problems = {
      '': 'Not now.',
      'total': 'Changed.',
      'coupon': 'Not found.',
      'customerId': 'Choose.',
      'lines.1.listingId': 'Sold.',
      'lines.1.price': 'Too low.',
      'lines.1.line': 'Unknown.',
      'date': 'Not now.',
    }
    const known = { isNew: false, priced: [1] }
    expect(problemsApart(tickets, problems, known)).toEqual(['Not now.', 'Unknown.'])
    expect(problemsApart(tickets, problems, { isNew: true, priced: [] })).toEqual([
      'Not now.',
      'Choose.',
      'Too low.',
      'Unknown.',
    ])
  })
})
