import { describe, expect, it } from 'vitest'
import { leadUnit } from './importing/product-draft.ts'
import { supplierServers } from './supplier-servers.server.ts'
import { tiqetsServer } from './tiqets/tiqets.server.ts'
import { storedText } from '../../platform/stored-texts/stored-text.ts'

const exponents = new Map([
  ['EUR', 2],
  ['JPY', 0],
])

/** A catalogue of a supplier that answers one thing, whatever it is asked. */
function catalogueOf(supplier: (typeof supplierServers)[number], body: string, type: string, isGarbled = false) {
  return supplier.openCatalogue({
    baseUrl: new URL('https://api.example.com'),
    secrets: {},
    exponents,
    commission: 0,
    today: '2026-06-01',
    ask: async () => ({
      status: 200,
      headers: new Headers({ 'content-type': type }),
      body,
      ...(isGarbled && { isGarbled }),
    }),
  })
}

/** The price of what an answer of Tiqets becomes; it has to become something. */
async function priceOf(changed: object) {
  const { draft } = await read(changed)
  if (!draft) throw new Error('It was refused.')
  return leadUnit(draft)
}

/** What an answer of Tiqets about product 970100 becomes, or what is wrong with it. */
async function read(changed: object) {
  const product = {
    id: '970100',
    title: 'Tower',
    price: 20,
    currency: 'EUR',
    city_id: 1,
    city_name: 'Rome',
    ...changed,
  }
  const catalogue = catalogueOf(tiqetsServer, JSON.stringify({ success: true, product }), 'application/json')
  try {
    return { draft: await catalogue.getProduct('970100'), fault: null }
  } catch (error) {
    return { draft: null, fault: catalogue.classifyError(error) }
  }
}

describe('an answer of a supplier', () => {
  it.each(supplierServers.map((supplier) => [supplier.facts.name, supplier] as const))(
    'of %s whose letters are lost is refused, though its shape is right',
    async (_name, supplier) => {
      const type = supplier.facts.key === 'tourcms' ? 'text/xml' : 'application/json'
      const body = supplier.facts.key === 'tourcms' ? '<response><error>OK</error></response>' : '{"token":"t"}'
      const catalogue = catalogueOf(supplier, body, type, true)
      const error: unknown = await catalogue.listChanged(null).catch((reason: unknown) => reason)
      expect(catalogue.classifyError(error)).toEqual({
        kind: 'invalid',
        detail: { text: 'its text encoding is wrong' },
      })
    },
  )

  it('with a price as text is read as that price', async () => {
    expect((await priceOf({ price: '20.50' }))?.retail).toBe(2_050)
  })

  it.each([
    ['words', 'free'],
    ['a negative number', -20],
    ['nothing', null],
    ['text beyond all numbers', '1e400'],
  ])('whose price is %s has no unit that could be sold', async (_what, price) => {
    expect(await priceOf({ price })).toBeNull()
  })

  it.each([
    ['no id', { id: null }, storedText('its field {place} is missing or invalid', { place: 'product.id' })],
    ['no title', { title: null }, storedText('its field {place} is missing or invalid', { place: 'product.title' })],
    [
      'a currency that no one has',
      { currency: 'GALLEONS' },
      storedText('its currency {code} is unknown', { code: 'GALLEONS' }),
    ],
  ])('with %s is refused, with what is wrong', async (_what, changed, detail) => {
    expect((await read(changed)).fault).toEqual({ kind: 'invalid', detail })
  })

  it('about another product than was asked for is refused', async () => {
    expect((await read({ id: '999999' })).fault?.kind).toBe('invalid')
  })

  it('has its markup as text, which the screens show as text', async () => {
    const title = '<script>alert(1)</script> Tower\u0000'
    expect((await read({ title })).draft?.title).toBe('<script>alert(1)</script> Tower')
  })
})
