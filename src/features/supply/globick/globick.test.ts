import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DemoService } from '../../../platform/demo-services/demo-services.server.ts'
import { sayStored } from '../../../platform/stored-texts/stored-text.ts'
import { unitLabels } from '../../products/product-age-bands.ts'
import { readPasted } from '../importing/code-list.ts'
import { readValue } from '../importing/supplier-answers.server.ts'
import type { Ask } from '../importing/supplier-server.server.ts'
import { globickDraft } from './globick-draft.server.ts'
import { globickSessions, tokenIn } from './globick-payloads.server.ts'
import { globick } from './globick.ts'
import { globickServer } from './globick.server.ts'

const exponents = new Map([
  ['EUR', 2],
  ['USD', 2],
  ['CLP', 0],
])
const activity = { id: 58_214, name: 'Tapas walk' }

interface Price {
  readonly name: string
  readonly type?: string
  readonly recommendedPrice?: number | string
  readonly currency?: string
  readonly priceDetail?: object
}
const session = (prices: readonly Price[], more: object = {}) => ({
  date: '2026-06-01',
  currency: 'EUR',
  prices,
  ...more,
})
const draftOf = (...sessions: object[]) => globickDraft(activity, readValue(sessions, globickSessions), exponents)

describe('units of Globick prices', () => {
  it.each([
    ['Infant (0 - 3)', 'adult', 'INFANT', 0, 3],
    ['Adult (15 - 64)', 'adult', 'ADULT', 15, 64],
    ['Menores de 3 años (0 - 3)', 'adult', 'CHILD', 0, 3],
    ['Adult (4 - 12)', 'adult', 'CHILD', 4, 12],
    ['Senior 65+', 'adult', 'SENIOR', 65, 120],
    ['Adulto (18 - 99)', 'child', 'ADULT', 18, 120],
    ['Standard rate', 'adult', 'ADULT', 0, 120],
    ['Standard rate', 'group', 'OTHER', 0, 120],
  ] as const)('%s, marked %s, is %s', (name, type, read, minAge, maxAge) => {
    const { units, warnings } = draftOf(session([{ name, type, recommendedPrice: 10, priceDetail: { netPrice: 8 } }]))
    expect(units).toMatchObject([{ type: read, minAge, maxAge, net: 800, retail: 1_000 }])
    const isContradicted = type !== 'group' && type.toUpperCase() !== read
    const marked = type === 'adult' ? 'Adult' : 'Child'
    expect(warnings.map(sayStored)).toEqual(
      isContradicted ? [`${name}: marked “${marked}”, read as “${unitLabels[read]}”`] : [],
    )
  })

  it('leave out a price of 0, but for infants', () => {
    const { units, warnings } = draftOf(
      session([
        { name: 'Adult', recommendedPrice: 0 },
        { name: 'Student', recommendedPrice: '12.50', priceDetail: { netPrice: 0 } },
        { name: 'Infant', recommendedPrice: 0 },
      ]),
    )
    expect(units.map(({ label, net, retail }) => [label, net, retail])).toEqual([
      ['Student', 1_250, 1_250],
      ['Infant', 0, 0],
    ])
    expect(warnings.map(sayStored)).toEqual(['Adult: price 0', 'Student: no net price', 'Infant: price 0'])
  })

  it('of children come with an adult where adults are sold, so that a product sells from what an adult costs', () => {
    const child = { name: 'Child', recommendedPrice: 5 }
    const companions = (...prices: Price[]) => draftOf(session(prices)).units.map(({ accompaniedBy }) => accompaniedBy)
    expect(companions(child)).toEqual([[]])
    expect(companions(child, { name: 'Adult', recommendedPrice: 9 })).toEqual([['ADULT'], []])
    expect(companions({ name: 'Infant', recommendedPrice: 1 })).toEqual([['ADULT']])
  })

  it('cost what the cheapest day costs, in each version of its own', () => {
    const of = (name: string, date: string, recommendedPrice: number) =>
      session([{ name: 'Adult', recommendedPrice, priceDetail: { netPrice: recommendedPrice - 1 } }], {
        name,
        date: undefined,
        startDate: `${date}T09:30:00`,
        startTime: '09:30:00',
      })
    const { options, units } = draftOf(
      of('In English', '2026-06-01', 30),
      of('In English', '2026-06-02', 20),
      of('In English', '2026-06-03', 0),
      of('En español', '2026-06-01', 25),
    )
    expect(options.map(({ code, startTimes }) => [code, startTimes])).toEqual([
      ['IN-ENGLISH', ['09:30']],
      ['EN-ESPAÑOL', ['09:30']],
    ])
    expect(units.map(({ optionCode, net, retail }) => [optionCode, net, retail])).toEqual([
      ['IN-ENGLISH', 1_900, 2_000],
      ['EN-ESPAÑOL', 2_400, 2_500],
    ])
  })

  it('are in one currency, wherever it is named, in its own minor units', () => {
    const { currency, units, warnings } = draftOf(
      { date: '2026-06-01', operator: { currency: 'clp' }, prices: [{ name: 'Adult', recommendedPrice: 19_990 }] },
      session([{ name: 'Adult', recommendedPrice: 20, currency: 'USD' }]),
    )
    expect([currency, units[0]?.retail]).toEqual(['CLP', 19_990])
    expect(warnings.map(sayStored)).toContain('Prices in USD: left out')
    expect(() => draftOf({ date: '2026-06-01', currency: 'XXQ', prices: [] })).toThrow('its currency XXQ is unknown')
    // Where none is named, amounts wait with more digits than any currency has.
    const none = draftOf({ date: '2026-06-01', prices: [{ name: 'Adult', recommendedPrice: 19.995 }] })
    expect([none.currency, none.units[0]?.retail]).toEqual(['', 199_950])
  })
})

describe('the sign-in to Globick', () => {
  let service: DemoService
  beforeAll(async () => {
    service = await globickServer.startSimulator()
  })
  afterAll(() => service?.close())

  function open(more: Readonly<Record<string, string>> = {}) {
    const { baseUrl, ...facts } = service.facts
    const calls: string[] = []
    const asked: Ask[] = []
    const catalogue = globickServer.openCatalogue({
      baseUrl: new URL(String(baseUrl)),
      secrets: { ...(facts as Readonly<Record<string, string>>), ...more },
      exponents,
      commission: 0,
      today: '2026-06-01',
      async ask(call) {
        asked.push(call)
        const { path, method, headers = {}, body = null } = call
        const reply = await fetch(String(baseUrl) + path, { method, headers, body })
        calls.push(`${reply.status} ${path.replace(/\?.*/, '')}`)
        return { status: reply.status, headers: reply.headers, body: await reply.text() }
      },
    })
    return { catalogue, calls, asked }
  }

  it('is made once for many calls, also at the same time, and is confidential', async () => {
    const { catalogue, calls, asked } = open()
    await Promise.all(['58200', '58203', '58206'].map((code) => catalogue.getProduct(code)))
    await catalogue.getProduct('58200')
    expect(calls.filter((call) => call.endsWith('/login'))).toEqual(['200 /authentication/login'])
    expect(asked.filter(({ isConfidential }) => isConfidential).map(({ path }) => path)).toEqual([
      '/authentication/login',
    ])
  })

  it('is made again where the token has expired', async () => {
    const { catalogue, calls } = open()
    await catalogue.getProduct('58200')
    calls.length = 0
    expect(await catalogue.getProduct('90401001')).toMatchObject({ code: '90401001' })
    expect(calls.slice(0, 3)).toEqual([
      '401 /activities/90401001',
      '200 /authentication/login',
      '200 /activities/90401001',
    ])
  })

  it.each([{ password: 'wrong' }, { username: 'wrong' }, { apiKey: 'wrong' }])(
    'that is refused ends the try: %o',
    async (wrong) => {
      const { catalogue, calls } = open(wrong)
      const error: unknown = await catalogue.getProduct('58200').catch((reason: unknown) => reason)
      expect(catalogue.classifyError(error)).toEqual({ kind: 'auth' })
      expect(calls).toHaveLength(1)
    },
  )

  it('has its token under one of several names, at some depth', () => {
    expect(tokenIn({ access_token: 'abcdefgh' })).toBe('abcdefgh')
    expect(tokenIn({ ok: true, data: [{ session: { jwt: 'abc.def.ghi' } }] })).toBe('abc.def.ghi')
    expect(tokenIn({ token: 'no\r\nheader', refreshToken: 'abcdefgh' })).toBeNull()
    expect(tokenIn(null)).toBeNull()
  })

  it('gives the days of each version with the places of its sessions', async () => {
    const { catalogue } = open()
    const days = await catalogue.getAvailability('58200', '2026-06-05', '2026-06-06')
    expect(days).toEqual([
      { optionCode: 'IN-ENGLISH', date: '2026-06-05', status: 'AVAILABLE', vacancies: 16 },
      { optionCode: 'EN-ESPAÑOL', date: '2026-06-05', status: 'AVAILABLE', vacancies: 16 },
      { optionCode: 'IN-ENGLISH', date: '2026-06-06', status: 'AVAILABLE', vacancies: 4 },
      { optionCode: 'EN-ESPAÑOL', date: '2026-06-06', status: 'AVAILABLE', vacancies: 4 },
    ])
    expect(await catalogue.getAvailability('90410001', '2026-06-05', '2026-06-06')).toEqual([])
  })

  it('leads to the changes since the last run', async () => {
    const { catalogue, asked } = open()
    const { nextCursor } = await catalogue.listChanged('2026-09-01T00:00:00Z')
    expect(asked.at(-1)?.path).toBe('/activities?page=1&page-size=100&modified-since=2026-09-01T00%3A00%3A00Z')
    expect(nextCursor).toMatch(/^2026-09-\d\dT08:00:00Z$/)
  })
})

describe('Globick codes', () => {
  it('are numbers, UUIDs, or in an address of the API', () => {
    const uuid = '0b0f5a3e-9c1d-4f7e-8a55-2f4b7c1d9e10'
    const { codes, refused } = readPasted(
      `58214, ${uuid.toUpperCase()} https://api.globick.com/v1/activities/58215/sessions?from-date=2026-06-01 12 act-5 https://globick.example.com/v1/activities/9999`,
      globick.readCode,
    )
    expect(codes).toEqual(['58214', uuid, '58215'])
    expect(refused.map(({ text }) => text)).toEqual(['12', 'act-5', 'https://globick.example.com/v1/activities/9999'])
  })
})
