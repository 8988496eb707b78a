import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AnyResource } from '../../core/resource/resource.ts'
import { DeleteButton } from '../../ui/resource/record-buttons.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { RecordToolsProvider } from '../../ui/resource/record-tools.tsx'
import { ResourcesProvider } from '../../ui/resource/resources.tsx'
import { toasts } from '../../ui/toast-store.web.ts'
import { click, closeScreen, openScreen, type } from '../../ui/testing/open-screen.tsx'
import { CouponFormScreen } from './coupon-form-screen.tsx'
import { coupons } from './coupons.ts'

// Texts that grow with what is in them listen for fonts, which this document lacks.
beforeAll(() => Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true }))
afterEach(closeScreen)

// The pickers of its scope want the definitions that they pick from; what those say is not to the point here.
const targets = Object.values(coupons.fields).flatMap((field) =>
  'to' in field ? [{ ...coupons, name: field.to }] : [],
)
const loaded = Promise.resolve(targets as readonly AnyResource[])
const form = (
  <ResourcesProvider value={() => loaded}>
    <CouponFormScreen />
  </ResourcesProvider>
)

const stored = {
  id: 7,
  version: 1,
  code: 'AUTUMN15',
  name: 'Autumn',
  status: 'draft',
  state: 'draft',
  kind: 'percent',
  percent: 1500,
  results: [],
  timesUsed: 0,
  validFrom: null,
  validUntil: null,
  totalLimit: null,
}

describe('the form of a coupon', () => {
  it('is headed by the code, with the kind small above it, and a copy of the code beside it', async () => {
    const screen = await openScreen(form, { 'GET /rest/data/coupons/7': stored }, '/page?id=7')
    expect(screen.find('h1').textContent).toBe('AUTUMN15')
    expect(screen.find('h1').previousElementSibling?.textContent).toBe('Coupon')
    expect(screen.all('button[aria-label="Copy AUTUMN15"]')).toHaveLength(1)
  })

  it('has a row for each currency it was used in where columns would not fit beside the form', async () => {
    const result = (currency: string) => ({ currency, uses: 3, discount: 500, revenue: 9000, margin: 700, roi: 1.4 })
    const heads = async (...currencies: string[]) => {
      const record = { ...stored, results: currencies.map(result) }
      const screen = await openScreen(form, { 'GET /rest/data/coupons/7': record }, '/page?id=7')
      const found = screen.all('[aria-label="Results by currency"] thead th').map(({ textContent }) => textContent)
      const rows = screen.all('[aria-label="Results by currency"] tbody tr').map(({ textContent }) => textContent)
      await closeScreen()
      return { heads: found, rows }
    }
    expect((await heads('EUR', 'USD')).heads).toEqual(['EUR', 'USD'])
    expect(await heads('EUR', 'USD', 'GBP')).toEqual({
      heads: ['Uses', 'Discount givenRevenue', 'MarginROI'],
      rows: ['EUR3€5.00€90.00€7.001.4×', 'USD3US$5.00US$90.00US$7.001.4×', 'GBP3£5.00£90.00£7.001.4×'],
    })
  })

  it('says in words what the coupon gives, and again while it is edited', async () => {
    const screen = await openScreen(form, { 'GET /rest/data/coupons/7': stored }, '/page?id=7')
    const sentence = () => screen.find('[data-blank]').textContent
    expect(sentence()).toBe('15% off everything.')
    await type('20', screen.find('#field-percent'))
    expect(sentence()).toBe('20% off everything.')
    await type('', screen.find('#field-percent'))
    expect(sentence()).toBe('Set a discount to see the offer in words.')
  })

  it('shows the discount of a used coupon as facts, and says once why it is locked', async () => {
    const used = { ...stored, timesUsed: 1016 }
    const screen = await openScreen(form, { 'GET /rest/data/coupons/7': used }, '/page?id=7')
    expect(screen.all('#field-kind, #field-percent')).toEqual([])
    expect(screen.find('[data-field=percent] dd').textContent).toBe('15%')
    const reason = 'Used 1,016 times, so the discount is locked. Duplicate the coupon to change it.'
    expect(screen.text().split(reason)).toHaveLength(2)
    expect(screen.all('#field-name')).toHaveLength(1)
  })

  it('shows the conditions and limits that there are, and offers the others', async () => {
    const limited = { ...stored, totalLimit: 40, minQuantity: null }
    const screen = await openScreen(form, { 'GET /rest/data/coupons/7': limited }, '/page?id=7')
    expect(screen.all('#field-totalLimit')).toHaveLength(1)
    expect(screen.all('#field-minQuantity, #field-travelFrom, #field-emailDomains')).toEqual([])
    expect(screen.all('[data-adds]').map(({ textContent }) => textContent)).toEqual([
      'Add condition',
      'Add condition',
      'Add limit',
    ])
    await click(screen.find('[aria-label="Remove Total limit"]'))
    expect(screen.all('#field-totalLimit')).toEqual([])
    expect(screen.text()).toContain('Unsaved: Total limit')
  })

  it('lets the discount of a coupon change that no purchase has used', async () => {
    const screen = await openScreen(form, { 'GET /rest/data/coupons/7': stored }, '/page?id=7')
    expect(screen.all('#field-kind, #field-percent')).toHaveLength(2)
    expect(screen.text()).not.toContain('the discount is locked')
  })

  it('leads to each of its sections, all of which are on the page', async () => {
    const screen = await openScreen(form, { 'GET /rest/data/coupons/7': stored }, '/page?id=7')
    const links = screen.all('nav[aria-label=Sections] a')
    expect(links.map(({ textContent }) => textContent).slice(0, 2)).toEqual(['Coupon', 'Discount'])
    expect(links.map((link) => screen.all(link.getAttribute('href') ?? '').length)).toEqual(links.map(() => 1))
    expect(screen.all('nav[aria-label=Sections] [aria-current=location]')).toHaveLength(1)
  })

  it('saves by the bar below everything, which is no part of the form that it saves', async () => {
    const screen = await openScreen(form, { 'GET /rest/data/coupons/7': stored }, '/page?id=7')
    const save = screen.button('Save')
    expect(save.closest('form')).toBeNull()
    expect(screen.find('form').id).toBe(save.getAttribute('form'))
  })

  it('draws a code for a new coupon, and offers to activate the draft that was created', async () => {
    const screen = await openScreen(form, {
      'POST /rest/data/coupons': stored,
      'POST /rest/data/coupons/resume': { results: [{ id: 7, ok: true }] },
    })
    await click(screen.button('Generate'))
    const code = (screen.find('#field-code') as HTMLInputElement).value
    expect(code).toMatch(/^[A-Z0-9]{10}$/)
    await type('Autumn', screen.find('#field-name'))
    await type('15', screen.find('#field-percent'))
    await click(screen.button('Create'))
    expect(screen.calls[0]).toMatchObject({ call: 'POST /rest/data/coupons', body: { code } })
    const offer = toasts.open().find(({ action }) => action?.label === 'Activate')
    offer?.action?.run()
    await expect.poll(() => screen.calls.map(({ call }) => call)).toContain('POST /rest/data/coupons/resume')
  })

  it('draws no other code for a coupon that customers have', async () => {
    const screen = await openScreen(form, { 'GET /rest/data/coupons/7': stored }, '/page?id=7')
    expect(screen.all('#field-code')).toHaveLength(1)
    expect(screen.all('button').filter(({ textContent }) => textContent === 'Generate')).toEqual([])
  })
})

describe('a record that cannot be deleted', () => {
  const tools = {
    History: () => null,
    Merge: () => null,
    UsedBy: () => null,
    Deletion: () => null,
    usesOf: () => Promise.resolve(null),
    consequencesOf: () => Promise.resolve({ refusal: 'Used by 12 purchases.', uses: null }),
  }
  const ask = async (isPossible: boolean) => {
    const archived: number[] = []
    const instead = {
      label: 'Archive instead',
      isPossible: () => isPossible,
      run: async ({ id }: AnyRecord) => void archived.push(id),
    }
    const screen = await openScreen(
      <RecordToolsProvider value={tools}>
        <DeleteButton resource={coupons} record={stored} instead={instead} onDeleted={() => {}} />
      </RecordToolsProvider>,
    )
    await click(screen.button('Delete'))
    return { screen, archived }
  }

  it('offers what can be done instead, and does it', async () => {
    const { screen, archived } = await ask(true)
    expect(screen.find('[role=alertdialog]').textContent).toContain('Used by 12 purchases.')
    await click(screen.button('Archive instead'))
    expect(archived).toEqual([7])
  })

  it('only says why where there is nothing to do instead', async () => {
    const { screen } = await ask(false)
    expect(screen.find('[role=alertdialog]').textContent).not.toContain('Archive instead')
  })
})
