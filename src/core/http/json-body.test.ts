import { describe, expect, it } from 'vitest'
import { Refusal } from '../errors/errors.ts'
import { parseJsonBody } from './json-body.server.ts'

const deepestBody = 32

function refusalOf(body: string | Buffer): Refusal {
  try {
    parseJsonBody(Buffer.from(body))
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal
    throw refusal
  }
  throw new Error('It was accepted.')
}

describe('a JSON body', () => {
  it('is read unchanged', () => {
    expect(parseJsonBody(Buffer.from('{"a":[1,"\\"}",{"b":null}]}'))).toEqual({ a: [1, '"}', { b: null }] })
    expect(parseJsonBody(Buffer.from('\uFEFF{"name":"Zieliński 🎭"}'))).toEqual({ name: 'Zieliński 🎭' })
    expect(parseJsonBody(Buffer.alloc(0))).toBeUndefined()
  })

  it.each(['{', '{"a":1,}', 'NaN', '[1] 2', "{'a':1}", '\u0000'])(
    'is refused (400) when it is not JSON: %j',
    (body) => {
      expect(refusalOf(body).status).toBe(400)
    },
  )

  it('is refused (400) when it is not UTF-8', () => {
    expect(refusalOf(Buffer.from([0x22, 0xff, 0xfe, 0x22])).status).toBe(400)
  })

  it('can be as deep as the limit and no deeper', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
    expect(() => parseJsonBody(Buffer.from(nested(deepestBody)))).not.toThrow()
    expect(refusalOf(nested(deepestBody + 1)).status).toBe(422)
    expect(refusalOf('{"a":'.repeat(400_000)).status).toBe(422)
    expect(parseJsonBody(Buffer.from(JSON.stringify('['.repeat(100))))).toBe('['.repeat(100))
  })

  it('counts the last of two equal keys', () => {
    expect(parseJsonBody(Buffer.from('{"role":"a","role":"b"}'))).toEqual({ role: 'b' })
  })

  it.each([
    ['{"__proto__":{"polluted":1}}', '__proto__'],
    ['{"a":[{"constructor":{"prototype":1}}]}', 'a.0.constructor'],
    ['{"\\u005f_proto__":1}', '__proto__'],
  ])('is refused (422) with the keys that reach a prototype: %s', (body, field) => {
    const refusal = refusalOf(body)
    expect(refusal.status).toBe(422)
    expect(Object.keys(refusal.fields ?? {})).toEqual([field])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it.each(['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00x'])('is refused (422) with what is no text: %s', (text) => {
    expect(refusalOf(`{"tags":["ok","${text}"]}`).fields).toHaveProperty(['tags.1'])
    expect(refusalOf(`{"${text}":1}`).status).toBe(422)
    expect(refusalOf(`"${text}"`).status).toBe(422)
  })
})
