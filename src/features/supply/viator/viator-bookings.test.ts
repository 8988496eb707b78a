import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Ask } from '../importing/supplier-server.server.ts'
import type { BookingIds, SuppliedVisit } from '../importing/supplier-bookings.server.ts'
import { viatorBookings } from './viator-bookings.server.ts'

const outside = resolve(import.meta.dirname, '../../../../../shared/data/suppliers/viator/partner-api-v2.openapi.json')

/** An adapter to which Viator says what it is given, by the last part of the path. */
function adapter(says: Readonly<Record<string, unknown>>) {
  const asked: Ask[] = []
  const bookings = viatorBookings({
    async ask(call) {
      asked.push(call)
      const found = says[call.path.split('/').at(-1) ?? '']
      return {
        status: found === undefined ? 404 : 200,
        headers: new Headers({ 'content-type': 'application/json;version=2.0' }),
        body: JSON.stringify(found ?? { code: 'NOT_FOUND', message: 'Not found' }),
      }
    },
    baseUrl: new URL('https://api.viator.com/partner'),
    secrets: { apiKey: 'key' },
    exponents: new Map([['AUD', 2]]),
    commission: 0,
    today: '2026-06-01',
  })
  return { bookings, asked }
}

const visit = (productCode: string, optionCode = 'DEFAULT'): SuppliedVisit => ({
  productCode,
  optionCode,
  date: '2021-12-12',
  time: null,
  currency: 'AUD',
  cost: 50_000,
  units: [{ type: 'ADULT', label: 'Adult', quantity: 2 }],
})
const ids: BookingIds = { partnerReference: 'MQ1', handle: null, reference: 'BR-581567752' }
const lead = { firstName: 'Ana', lastName: 'García', email: 'ana@example.com', phone: '+34 600' }

interface Media {
  readonly schema?: object
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>
}
interface Operation {
  readonly requestBody?: { readonly content?: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly examples: Readonly<Record<string, { readonly value: unknown }>> }
}

describe.skipIf(!existsSync(outside))(
  'the booking examples of Viator’s document (skipped where ../shared/data is absent)',
  () => {
    const document = existsSync(outside)
      ? (JSON.parse(readFileSync(outside, 'utf8')) as Document)
      : { paths: {}, components: { examples: {} } }
    /** What a call answers in the document, in its order. */
    function examplesOf(method: string, path: string): unknown[] {
      const content = document.paths[path]?.[method]?.responses['200']?.content ?? {}
      return Object.values(content)
        .flatMap(({ examples = {} }) => Object.values(examples))
        .map(({ value, $ref }) => value ?? document.components.examples[$ref?.split('/').at(-1) ?? '']?.value)
    }

    it('of availability and of a hold say whether places are there, what they cost and what is kept', async () => {
      const [sydney, soldOut] = examplesOf('post', '/availability/check')
      const holds = examplesOf('post', '/bookings/hold')
      expect(holds.length).toBeGreaterThan(0)
      for (const hold of holds) {
        const said = hold as { bookingRef: string; totalPrice: { price: { partnerTotalPrice: number } } }
        const held = await adapter({ check: sydney, hold }).bookings.hold(visit('5010SYDNEY', 'TG1'))
        expect(held).toMatchObject({
          handle: said.bookingRef,
          hasPlaces: false,
          cost: Math.round(said.totalPrice.price.partnerTotalPrice * 100),
          keptUntil: expect.stringMatching(/^20\d\d-/) as unknown,
        })
      }
      const refused = adapter({ check: soldOut, hold: holds[0] }).bookings.hold(visit('46334P42', 'TG5'))
      await expect(refused).rejects.toMatchObject({ code: 'NotAvailable', message: 'Sold out at Viator.' })
    })

    it('of bookings and their status say where each is', async () => {
      const [booked] = examplesOf('post', '/bookings/book')
      const { bookings, asked } = adapter({ book: booked })
      expect(await bookings.book({ ...ids, visit: visit('5010SYDNEY', 'TG1'), lead })).toMatchObject({
        status: 'CONFIRMED',
        reference: 'BR-581567752',
        voucherUrl: expect.stringMatching(/^https:/) as unknown,
      })
      const known = fieldsOf('/bookings/book')
      const sent = Object.keys(JSON.parse(asked[0]?.body ?? '{}') as object)
      expect(
        sent.filter((name) => !known.includes(name)),
        'fields that the document does not have',
      ).toEqual([])
      const statuses = await Promise.all(
        examplesOf('post', '/bookings/status').map(async (status) => await adapter({ status }).bookings.status(ids)),
      )
      expect(statuses.map((one) => one?.status)).toEqual(['CONFIRMED', 'PENDING', 'CANCELLED'])
      expect(statuses[1]?.nextPollAt).toMatch(/^2025-/)
      expect(await adapter({}).bookings.status(ids)).toBeNull()
    })

    it('of a cancellation say what comes back, and that it is done', async () => {
      const [quote] = examplesOf('get', '/bookings/{booking-reference}/cancel-quote')
      const [cancel] = examplesOf('post', '/bookings/{booking-reference}/cancel')
      const { bookings } = adapter({ 'cancel-quote': quote, cancel })
      expect(await bookings.quoteCancellation({ ...ids, visit: visit('5010SYDNEY') })).toEqual({
        refund: 10_000,
        validUntil: null,
      })
      await expect(bookings.cancel(ids)).resolves.toBeUndefined()
    })

    it('of changes say whether there can be one, what it costs, and what became of it', async () => {
      const wanted = { ...visit('5010SYDNEY', 'TG1'), date: '2023-08-20', time: '14:00' }
      const checks = await Promise.all(
        examplesOf('get', '/amendment/check/{booking-reference}').map(
          async (said) => await adapter({ 'BR-581567752': said }).bookings.changes?.check(ids, wanted),
        ),
      )
      expect(checks).toEqual([null, null, null, 'Viator doesn’t let bookings of this product be changed.'])
      const quotes = await Promise.all(
        examplesOf('post', '/amendment/quote').map(
          async (quote) => await adapter({ quote }).bookings.changes?.quote(ids, wanted),
        ),
      )
      expect(quotes.map((one) => one?.difference)).toEqual([8_000, 0])
      const outcomes = await Promise.all(
        examplesOf('post', '/amendment/amend/{quote-reference}').map(
          async (said) => await adapter({ 'QR-1': said }).bookings.changes?.apply('QR-1'),
        ),
      )
      expect(outcomes.map((one) => one?.status)).toEqual(['DONE', 'PENDING', 'REJECTED'])
      expect(outcomes[2]?.reason).toBe('The operator can’t pick the guests up there.')
    })

    /** The fields of a request's body, all of its parts together. */
    function fieldsOf(path: string): string[] {
      const found = new Set<string>()
      const read = (schema: unknown, depth = 0): void => {
        const {
          $ref,
          allOf = [],
          oneOf = [],
          properties = {},
        } = schema as {
          $ref?: string
          allOf?: unknown[]
          oneOf?: unknown[]
          properties?: object
        }
        if (depth > 8) return
        if ($ref !== undefined) {
          const at = $ref.slice(2).split('/')
          read(
            at.reduce((value: unknown, name) => (value as Record<string, unknown>)[name], document),
            depth + 1,
          )
        }
        for (const part of [...allOf, ...oneOf]) read(part, depth + 1)
        for (const name of Object.keys(properties)) found.add(name)
      }
      const body = document.paths[path]?.['post']?.requestBody as { $ref?: string } & Operation['requestBody']
      const resolved = body?.$ref
        ? (document.components as unknown as { requestBodies: Record<string, Operation['requestBody']> }).requestBodies[
            body.$ref.split('/').at(-1) ?? ''
          ]
        : body
      for (const { schema } of Object.values(resolved?.content ?? {})) read(schema ?? {})
      return [...found]
    }
  },
)
