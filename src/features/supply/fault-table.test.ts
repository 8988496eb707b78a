import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { DemoService } from '../../platform/demo-services/demo-services.server.ts'
import { misbehaving } from './testing/misbehaving-service.server.ts'
import type { Fault } from './importing/simulator.server.ts'
import { leadUnit } from './importing/product-draft.ts'
import type { SupplierCatalogue, SupplierFault } from './importing/supplier-catalogue.server.ts'
import type { SupplierServer } from './importing/supplier-server.server.ts'
import { supplierServers } from './supplier-servers.server.ts'

const exponents = new Map([
  ['EUR', 2],
  ['USD', 2],
  ['GBP', 2],
  ['JPY', 0],
])

/** A code that the supplier sells, one that it ended, and one whose price is 0. */
const codes = {
  viator: { good: '', ended: '90410P1', free: '90000P2' },
  tiqets: { good: '970100', ended: '90410001', free: '90000001' },
  globick: { good: '58200', ended: '90410001', free: '90000001' },
  tourcms: { good: '3930-40', ended: '3930-90404', free: '3930-90000' },
}

/** A catalogue over its own simulator, whose answers are as `fault` says. */
function catalogueOf(supplier: SupplierServer, service: DemoService, fault: () => Fault | null): SupplierCatalogue {
  return supplier.openCatalogue({ ...misbehaving(service, fault), exponents, commission: 0, today: '2026-06-01' })
}

/** The numbers whose products change each time that they are asked for. */
const changing = { viator: '90801P1', tiqets: '90801001', globick: '90801001', tourcms: '3930-90801' }

it.each(supplierServers)(
  'a product of $facts.name changes title and price where its number says so',
  async (supplier) => {
    const service = await supplier.startSimulator()
    try {
      const catalogue = catalogueOf(supplier, service, () => null)
      const code = changing[supplier.facts.key as keyof typeof changing]
      const [first, second] = [await catalogue.getProduct(code), await catalogue.getProduct(code)]
      expect(second.title).toBe(`${first.title}, edition 2`)
      const retail = leadUnit(first)?.retail ?? 0
      expect(retail).toBeGreaterThan(0)
      expect((leadUnit(second)?.retail ?? 0) / retail).toBeCloseTo(1.1, 2)
    } finally {
      await service.close()
    }
  },
)

describe.each(supplierServers)('misbehaviour of $facts.name', (supplier) => {
  const { key } = supplier.facts
  let service: DemoService
  let catalogue: SupplierCatalogue
  let fault: Fault | null = null
  const { ended, free } = codes[key as keyof typeof codes]
  let { good } = codes[key as keyof typeof codes]

  beforeAll(async () => {
    service = await supplier.startSimulator()
    catalogue = catalogueOf(supplier, service, () => fault)
    const known = await supplier.loadDemo()
    good ||= known.codes.find(({ status }) => status === undefined)?.code ?? ''
    // Signs in where the supplier wants that, so that the faults are of the products' answers.
    await catalogue.getProduct(good)
  })
  afterEach(() => {
    fault = null
  })
  afterAll(() => service?.close())

  const faultOf = async (call: Promise<unknown>): Promise<SupplierFault | null> =>
    await call.then(
      () => null,
      (error: unknown) => catalogue.classifyError(error),
    )

  it.each([
    ['429 with Retry-After', 'rate-limited', { kind: 'rate_limited', retryAfter: 1_000 }],
    ['503', 'server-error', { kind: 'unavailable' }],
    ['an expired key', 'unauthorised', { kind: 'auth' }],
    ['a malformed answer', 'malformed', { kind: 'invalid' }],
    ['a truncated answer', 'truncated', { kind: 'invalid' }],
    ['an error page in HTML', 'error-page', { kind: 'invalid' }],
    ['an error page in XML', 'error-xml', { kind: 'invalid' }],
    ['a connection that is dropped', 'dropped', { kind: 'unavailable' }],
    ['an answer that is too late', 'slow', { kind: 'unavailable' }],
  ] as const)(
    'says what %s is, of a product, a list and a day, and goes on when it is over',
    async (_what, as, said) => {
      const calls: readonly (() => Promise<unknown>)[] = [
        () => catalogue.getProduct(good),
        () => catalogue.listChanged(null),
        () => catalogue.getAvailability(good, '2026-06-01', '2026-06-07'),
      ]
      for (const call of calls) {
        fault = as
        expect(await faultOf(call())).toMatchObject(said)
        fault = null
        expect(await faultOf(call())).toBeNull()
      }
    },
  )

  it('takes JSON for nothing else, and XML by what it says', async () => {
    fault = 'wrong-type'
    const found = await faultOf(catalogue.getProduct(good))
    if (key === 'tourcms') expect(found).toBeNull()
    else
      expect(found).toEqual({
        kind: 'invalid',
        detail: { text: 'it is {type}, not JSON', values: { type: 'application/octet-stream' } },
      })
  })

  it('has products twice across its pages, and answers the same cursor alike', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    for (let page = 0; page < 20; page++) {
      const asked: string | null = cursor
      const changes = await catalogue.listChanged(asked)
      expect(await catalogue.listChanged(asked)).toEqual(changes)
      seen.push(...changes.items.map(({ code }) => code))
      cursor = changes.nextCursor
      if (changes.done) break
    }
    // TourCMS has one list and no pages.
    if (key === 'tourcms') expect(new Set(seen).size).toBe(seen.length)
    else expect(new Set(seen).size).toBeLessThan(seen.length)
  })

  it('says of a product that ended between the list and its answer that it is gone, or not there', async () => {
    expect((await faultOf(catalogue.getProduct(ended)))?.kind).toBe(key === 'tourcms' ? 'not_found' : 'gone')
  })

  it('has no price that could be sold where it says 0', async () => {
    expect(leadUnit(await catalogue.getProduct(free))).toBeNull()
  })

  it('refuses a clock that is wrong, where calls are signed by their time', async () => {
    // The simulator reads the clock of this process too: ours is ahead only while we sign.
    const signedAt = vi.spyOn(Date, 'now').mockReturnValueOnce(Date.now() + 20 * 60_000)
    const found = await faultOf(catalogue.getProduct(good))
    signedAt.mockRestore()
    expect(found?.kind ?? null).toBe(key === 'tourcms' ? 'clock' : null)
  })
})
