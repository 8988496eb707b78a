import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DemoService } from '../../platform/demo-services/demo-services.server.ts'
import { readPasted } from './importing/code-list.ts'
import { readValue } from './importing/supplier-answers.server.ts'
import type { SupplierCatalogue } from './importing/supplier-catalogue.server.ts'
import type { SupplierServer } from './importing/supplier-server.server.ts'
import { supplierServers } from './supplier-servers.server.ts'
import { tiqetsDraft } from './tiqets/tiqets-draft.server.ts'
import { tiqetsOne } from './tiqets/tiqets-payloads.server.ts'
import { tiqets } from './tiqets/tiqets.ts'
import { tourcmsSignature } from './tourcms/tourcms-signature.server.ts'
import { tourcmsServer } from './tourcms/tourcms.server.ts'

const exponents = new Map([
  ['EUR', 2],
  ['USD', 2],
  ['GBP', 2],
  ['JPY', 0],
])

/** A catalogue over its own simulator, with or without the key that this asks for. */
function catalogueOf(
  supplier: SupplierServer,
  { facts }: DemoService,
  hasKey = true,
  commission = 0,
): SupplierCatalogue {
  const { baseUrl = '', ...values } = Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [key, String(value)]),
  )
  return supplier.openCatalogue({
    baseUrl: new URL(baseUrl),
    secrets: hasKey ? values : Object.fromEntries(Object.keys(values).map((key) => [key, 'wrong'])),
    exponents,
    commission,
    today: '2026-06-01',
    async ask({ path, method, headers, body }) {
      const reply = await fetch(baseUrl + path, {
        method,
        ...(headers && { headers }),
        ...(body !== undefined && { body }),
      })
      return { status: reply.status, headers: reply.headers, body: await reply.text() }
    },
  })
}

describe.each(supplierServers)('the catalogue of $facts.name, over its simulator', (supplier) => {
  let service: DemoService
  beforeAll(async () => {
    service = await supplier.startSimulator()
  })
  afterAll(() => service?.close())

  it('reads every page of changes to its end', async () => {
    const catalogue = catalogueOf(supplier, service)
    const seen: string[] = []
    let cursor: string | null = null
    for (let page = 0; page < 20; page++) {
      const changes: Awaited<ReturnType<SupplierCatalogue['listChanged']>> = await catalogue.listChanged(cursor)
      seen.push(...changes.items.map(({ code }) => code))
      cursor = changes.nextCursor
      if (changes.done) break
    }
    expect(new Set(seen).size).toBeGreaterThan(300)
  })

  it('finds products by words and by place, page by page, whose codes it can import', async () => {
    const catalogue = catalogueOf(supplier, service)
    const { codes, draftOf } = await supplier.loadDemo()
    const title = draftOf(codes.find(({ status }) => status === undefined)?.code ?? '', exponents, 0)?.title ?? ''
    const [place = '', words = ''] = title.split(': ')
    const first = await catalogue.search({ words, place, page: 1 })
    expect(first.items.length).toBeGreaterThan(0)
    expect(new Set(first.items.map((one) => one.title))).toEqual(new Set([title]))
    expect(new Set(first.items.map((one) => one.place))).toEqual(new Set([place]))
    const [one] = first.items
    expect(await catalogue.getProduct(one?.code ?? '')).toMatchObject({ code: one?.code, title })
    expect(readPasted(one?.code ?? '', supplier.facts.readCode).codes).toEqual([one?.code])
    if (supplier.facts.key !== 'globick')
      expect(first.items.every(({ price, currency }) => (price ?? 0) > 0 && currency !== null)).toBe(true)

    const all = await catalogue.search({ words: '', place, page: 1 })
    expect(all.total).toBeGreaterThan(all.items.length)
    const next = await catalogue.search({ words: '', place, page: 2 })
    expect(next.items.some(({ code }) => all.items.some((known) => known.code === code))).toBe(false)
    expect(await catalogue.search({ words: 'nothing is called this', place: '', page: 1 })).toEqual({
      items: [],
      total: 0,
    })
    await expect(catalogueOf(supplier, service, false).search({ words, place: '', page: 1 })).rejects.toMatchObject({
      fault: { kind: 'auth' },
    })
  })

  it('imports what the demo begins with, the same as by its own reader', async () => {
    const catalogue = catalogueOf(supplier, service)
    const { codes, draftOf } = await supplier.loadDemo()
    const [first] = codes.filter(({ status }) => status === undefined)
    expect(await catalogue.getProduct(first?.code ?? '')).toMatchObject({
      code: first?.code,
      title: draftOf(first?.code ?? '', exponents, 0)?.title,
    })
  })

  it('has what we pay by the commission where no payload says it', async () => {
    const { codes } = await supplier.loadDemo()
    const [first] = codes.filter(({ status }) => status === undefined)
    const netOf = async (commission: number) =>
      (await catalogueOf(supplier, service, true, commission).getProduct(first?.code ?? '')).units.map(
        ({ net, retail }) => [net, retail] as const,
      )
    const isSaid = supplier.facts.key === 'viator' || supplier.facts.key === 'globick'
    const whole = await netOf(0)
    const less = whole.map(([net, retail]) => [isSaid ? net : retail - Math.round(retail / 5), retail])
    expect(await netOf(2_000)).toEqual(less)
  })

  it('says that a key is refused and that a product is not there', async () => {
    const { codes } = await supplier.loadDemo()
    const known = codes[0]?.code ?? ''
    const kindOf = async (catalogue: SupplierCatalogue, code: string) =>
      await catalogue.getProduct(code).then(
        () => 'none',
        (error: unknown) => catalogue.classifyError(error).kind,
      )
    expect(await kindOf(catalogueOf(supplier, service, false), known)).toBe('auth')
    const gone = codes.find(({ fault }) => fault === 'gone')?.code
    if (gone !== undefined) expect(await kindOf(catalogueOf(supplier, service), gone)).toBe('gone')
    const missing = codes.find(({ fault }) => fault === 'not_found')?.code ?? ''
    expect(await kindOf(catalogueOf(supplier, service), missing)).toBe('not_found')
  })

  it('reads its own example of a code and of an address', () => {
    const { codeExample, siteExample, readCode } = supplier.facts
    expect(readPasted(`${codeExample}\n${siteExample}`, readCode)).toEqual({
      codes: [codeExample],
      duplicates: 1,
      refused: [],
      linesOfWords: 0,
    })
  })
})

describe('TourCMS', () => {
  it('signs as its own clients do: the published vector', () => {
    const call = {
      channelId: '3930',
      marketplaceId: '0',
      verb: 'GET',
      time: 1_453_310_629,
      path: '/api/rate_limit_status.xml',
    }
    expect(tourcmsSignature('AAAAAA', call)).toBe('Pjob2G09DPqeayLkxKVcjCgK0Frc%2BRLY2YVcTYdcR1k%3D')
  })

  it.each([
    [
      'an entity',
      '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><response><error>OK</error><tour>&x;</tour></response>',
    ],
    [
      'a parameter entity',
      '<!DOCTYPE r [<!ENTITY % x SYSTEM "http://localhost/x">%x;]><response><error>OK</error></response>',
    ],
    ['an error page', '<html><body>Maintenance</body></html>'],
    ['half an answer', '<response><error>OK</error><tour><tour_name>Walk'],
    ['no tour', '<response><error>OK</error></response>'],
    ['a word of its own', '<response><error>FAIL_VERB</error></response>'],
  ])('refuses %s', async (_what, body) => {
    const catalogue = tourcmsServer.openCatalogue({
      baseUrl: new URL('https://api.tourcms.com'),
      secrets: {},
      exponents,
      commission: 0,
      today: '2026-06-01',
      ask: async () => ({ status: 200, headers: new Headers({ 'content-type': 'text/xml' }), body }),
    })
    const error: unknown = await catalogue.getProduct('3930-1').catch((reason: unknown) => reason)
    expect(catalogue.classifyError(error).kind).toBe('invalid')
  })
})

describe('Tiqets codes', () => {
  it('are numbers, or the end of an address', () => {
    const { codes, refused } = readPasted(
      '973698, p12 https://www.tiqets.com/nl/parijs-c66746/louvre-p1007/#x 12',
      tiqets.readCode,
    )
    expect(codes).toEqual(['973698', '1007'])
    expect(refused.map(({ text }) => text)).toEqual(['p12', '12'])
  })
})

const outside = resolve(import.meta.dirname, '../../../../shared/data/suppliers/tiqets')

describe.skipIf(!existsSync(outside))('real Tiqets payloads (skipped where ../shared/data is absent)', () => {
  const files = existsSync(outside) ? readdirSync(outside).filter((name) => name.startsWith('product_')) : []
  it.each(files)('%s becomes a product', (name) => {
    const draft = tiqetsDraft(
      readValue(JSON.parse(readFileSync(join(outside, name), 'utf8')), tiqetsOne).product,
      exponents,
    )
    expect(draft).toMatchObject({ code: '973698', destination: { key: '66746' }, reviewCount: expect.any(Number) })
    expect(draft.units[0]?.retail).toBeGreaterThan(1_000)
    expect(draft.images.length).toBeGreaterThan(3)
    // These name no currency: it is the one that was asked for.
    expect(draft.currency).toBe('EUR')
    expect(draft.latitude).toBeCloseTo(48.86, 1)
  })
})
