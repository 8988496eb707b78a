import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../errors/errors.ts'
import { sortKeys } from './list-keys.ts'
import { cursorText, parseList } from './list-query.server.ts'
import { gadgets } from '../testing/sample-resources.ts'

const parse = (query: Readonly<Record<string, unknown>> = {}) => parseList(gadgets, query, 'Europe/Madrid')

describe('a cursor', () => {
  it('comes back as it was given, whatever is stored', () => {
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...sortKeys(gadgets)),
        fc.boolean(),
        value,
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        (key, descending, stored, id) => {
          const sort = JSON.stringify([key, descending ? 'DESC' : 'ASC'])
          const cursor = cursorText(parse({ sort }).sort, [stored, id])
          expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
          // JSON knows no −0.
          expect(parse({ sort, cursor }).keyset?.after).toEqual({ value: stored === 0 ? 0 : stored, id })
        },
      ),
    )
  })

  it('is refused by another order and by another list, never by a fault', () => {
    const cursor = cursorText(parse({ sort: '["name","ASC"]' }).sort, ['a', 1])
    for (const sort of ['["name","DESC"]', '["code","ASC"]']) expect(() => parse({ sort, cursor })).toThrow(Refusal)
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString('base64url')),
        ),
        (text) => {
          if (text !== '') expect(() => parse({ cursor: text })).toThrow(Refusal)
        },
      ),
    )
  })
})
