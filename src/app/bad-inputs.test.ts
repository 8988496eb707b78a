import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Caller, Reply } from '../core/testing/test-context.server.ts'
import { problemsIn } from '../core/testing/test-context.server.ts'
import { openTestContext } from './testing/test-context.server.ts'

let testContext: Awaited<ReturnType<typeof openTestContext>>
let admin: Caller
const path = '/rest/data/coupons'

beforeAll(async () => {
  testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'bad_inputs' })
  admin = testContext.admin
  for (let n = 0; n < 6; n++) await testContext.maker.make('coupons')
  for (const name of ['100% off', 'some_word', 'back\\slash', 'plain'])
    await testContext.maker.make('coupons', { name })
})
afterAll(() => testContext.close())

const query = (text: string) => admin.get(`${path}?${text}`)
const list = (params: Readonly<Record<string, unknown>>) => admin.get(path, params)
const fieldsOf = (reply: Reply) => Object.keys(problemsIn(reply))
const namesOf = (reply: Reply) => (reply.body as { name: string }[]).map(({ name }) => name)
const draft = (values: object = {}) =>
  testContext.maker.draft('coupons', { kind: 'percent', percent: 500, amounts: [], ...values })
const post = async (values: object) => admin.post(path, await draft(values))

/** Milliseconds that a call took; what a query could be made to sleep for is seconds. */
async function timed(call: () => Promise<Reply>): Promise<{ reply: Reply; ms: number }> {
  const started = performance.now()
  const reply = await call()
  return { reply, ms: performance.now() - started }
}

describe('a filter', () => {
  it.each(['{', 'null', '[]', '"x"', '1', ''])('that is no object is refused: %j', async (filter) => {
    const reply = await list({ filter })
    expect([reply.status, fieldsOf(reply)]).toEqual([422, ['filter']])
  })

  it('of 20 KB is refused before anything reads it, and one of 9 KB by name', async () => {
    expect([414, 431]).toContain((await query(`filter=${'x'.repeat(20_000)}`)).status)
    const reply = await query(`filter=${'x'.repeat(9_000)}`)
    expect([reply.status, fieldsOf(reply)]).toEqual([422, ['filter']])
  })

  it.each([11, 300])('of %i levels is refused without a walk through it', async (levels) => {
    const filter = `${'{"name":'.repeat(levels)}1${'}'.repeat(levels)}`
    const { reply, ms } = await timed(() => list({ filter }))
    expect([reply.status, fieldsOf(reply)]).toEqual([422, ['name']])
    expect(ms).toBeLessThan(1_000)
  })

  it.each(['__proto__', 'constructor', 'constructor.prototype', 'toString', 'hasOwnProperty', 'prototype'])(
    'cannot reach an object’s own inside: %s',
    async (key) => {
      for (const filter of [`{"${key}":{"polluted":1}}`, `{"status":{"${key}":1}}`]) {
        const reply = await list({ filter })
        expect(reply.status).toBe(422)
      }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    },
  )

  it.each([
    `' OR 1=1--`,
    `'; select pg_sleep(5); --`,
    `') or pg_sleep(5) is null --`,
    '$1',
    '$$;select 1;$$',
    "\\' or 1=1 --",
  ])('cannot become SQL: %s', async (text) => {
    const { reply, ms } = await timed(() => list({ filter: { campaign: { contains: text } } }))
    expect([reply.status, reply.body]).toEqual([200, []])
    expect(ms).toBeLessThan(2_000)
    const searched = await timed(() => list({ q: text }))
    expect([searched.reply.status, searched.reply.body]).toEqual([200, []])
    expect(searched.ms).toBeLessThan(2_000)
  })

  it.each([
    ['100%', ['100% off']],
    ['some_word', ['some_word']],
    ['some_w', ['some_word']],
    ['back\\sl', ['back\\slash']],
    ['%%%', []],
    ['___', []],
    ['some%word', []],
    ['back_slash', []],
  ])('takes wildcards for what they are: %s', async (q, names) => {
    expect(namesOf(await list({ q }))).toEqual(names)
  })

  it('that would take a pattern forever is a text like any other', async () => {
    for (const text of ['(a+)+$', '%'.repeat(60), `${'a'.repeat(100)}!`, '%_'.repeat(60)]) {
      const { reply, ms } = await timed(() => list({ q: text }))
      expect([reply.status, reply.body]).toEqual([200, []])
      expect(ms).toBeLessThan(1_000)
    }
  })

  it.each([
    'NaN',
    'Infinity',
    '-Infinity',
    '1e400',
    '"5"',
    '1.5',
    '9007199254740993',
    '-9007199254740993',
    '1e20',
    'true',
    'null',
  ])('on a whole number refuses %s', async (literal) => {
    const reply = await query(`filter=${encodeURIComponent(`{"timesUsed":${literal}}`)}`)
    expect(reply.status).toBe(422)
    expect([['timesUsed'], ['filter']]).toContainEqual(fieldsOf(reply))
  })

  it('takes −0 for 0', async () => {
    expect((await query(`filter=${encodeURIComponent('{"timesUsed":-0}')}`)).body).toEqual(
      (await list({ filter: { timesUsed: 0 } })).body,
    )
  })

  it('reveals nothing that a person cannot read: neither hidden fields nor the areas of others', async () => {
    for (const key of ['notes', 'customerEmail', 'passwordHash', 'template', 'results']) {
      const reply = await list({ filter: { [key]: { empty: false } } })
      expect([key, reply.status, fieldsOf(reply)]).toEqual([key, 422, [key]])
    }
    expect((await testContext.stranger.get(path, { filter: { code: 'CODE-1' } })).status).toBe(403)
    expect((await testContext.stranger.get(path, { filter: '{' })).status).toBe(403)
  })
})

describe('an order', () => {
  it.each([
    'id;drop table coupons',
    '(select pg_sleep(5))',
    'code desc',
    'code" desc --',
    'passwordHash',
    'notes',
    'eventIds',
    't.code',
    '1',
    'CODE',
  ])('by %s is refused', async (field) => {
    const reply = await list({ sort: [field, 'ASC'] })
    expect([reply.status, fieldsOf(reply)]).toEqual([422, ['sort']])
  })
  it.each(['ASC; drop table coupons', 'asc', 'DESC NULLS FIRST', '', 1, null])(
    'in the direction %j is refused',
    async (direction) => {
      const reply = await list({ sort: ['code', direction] })
      expect([reply.status, fieldsOf(reply)]).toEqual([422, ['sort']])
    },
  )
})

describe('a page', () => {
  it.each([
    ['limit=-1&cursor=', 'limit'],
    ['limit=0&cursor=', 'limit'],
    ['limit=1e9&cursor=', 'limit'],
    ['limit=1&limit=2&cursor=', 'limit'],
    ['page=1e9', 'page'],
    ['range=[0,1e9]', 'range'],
    ['range=[-1,0]', 'range'],
    ['range=[0,0]&range=[1,1]', 'range'],
    ['range=[10000,10024]', 'range'],
    ['offset=5', 'offset'],
    ['cursor=abc', 'cursor'],
  ])('asked for by %s is refused by name', async (text, field) => {
    const reply = await query(text)
    expect([reply.status, fieldsOf(reply)]).toEqual([422, [field]])
  })
  it('beyond 10,000 rows is refused with the way on', async () => {
    expect(await query('range=[10000,10024]')).toMatchObject({
      status: 422,
      body: { message: 'range ends at row 10000. Use cursor for later rows.' },
    })
  })
})

describe('a body', () => {
  it.each([
    ['33 levels', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, 422],
    ['5,000 levels', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 422],
    ['a million levels', '['.repeat(1_000_000), 422],
    ['two megabytes', `"${'x'.repeat(2_000_000)}"`, 413],
  ])('of %s is refused before anything walks through it', async (_, body, status) => {
    const { reply, ms } = await timed(() => admin.post(path, body))
    expect(reply.status).toBe(status)
    expect(ms).toBeLessThan(2_000)
  })

  it.each(['__proto__', 'constructor', 'prototype'])('cannot bring %s along', async (key) => {
    const text = JSON.stringify(await draft())
    const reply = await admin.post(path, `${text.slice(0, -1)},"${key}":{"polluted":1}}`)
    expect([reply.status, fieldsOf(reply)]).toEqual([422, [key]])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('with a key twice is read once: the last one counts, for checks and for what is stored', async () => {
    const text = JSON.stringify(await draft()).slice(0, -1)
    expect((await admin.post(path, `${text},"name":"First","name":"Last"}`)).body).toMatchObject({ name: 'Last' })
    const code = (await draft())['code']
    const refused = await admin.post(path, `${text},"code":"${String(code)}","status":"draft","status":"owner"}`)
    expect([refused.status, fieldsOf(refused)]).toEqual([422, ['status']])
  })
})

describe('a text', () => {
  it.each([
    ['a NUL', '"a\\u0000b"'],
    ['half a surrogate pair', '"a\\ud800b"'],
    ['the other half', '"\\udc00"'],
  ])('with %s is refused on its field', async (_, literal) => {
    const text = JSON.stringify({ ...(await draft()), name: '§' }).replace('"§"', literal)
    const reply = await admin.post(path, text)
    expect([reply.status, fieldsOf(reply)]).toEqual([422, ['name']])
  })

  it('with a NUL or half a pair is refused in a search and a filter as well', async () => {
    expect((await query('q=a%00b')).status).toBe(422)
    expect((await list({ filter: `{"campaign":"a\\u0000"}` })).status).toBe(422)
    expect((await list({ filter: `{"campaign":"a\\ud800"}` })).status).toBe(422)
  })

  it.each([
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
    '\ufeff',
    '\u0007',
    '\u007f',
  ])('with the control %j is refused: it would read as something else', async (control) => {
    const reply = await post({ name: `Gift${control}card` })
    expect([reply.status, problemsIn(reply)]).toEqual([422, { name: 'Name has characters that cannot be shown.' }])
  })

  it.each([
    ['👩‍👩‍👧‍👦 family', '👩‍👩‍👧‍👦 family'],
    ['שלום עולם', 'שלום עולם'],
    ['مرحبا', 'مرحبا'],
    ['cafe\u0301', 'café'],
    ['  spaced  ', 'spaced'],
    ['Ångström', 'Ångström'],
  ])('in any script is kept, composed: %s', async (name, stored) => {
    const reply = await post({ name })
    expect([reply.status, (reply.body as { name: unknown }).name]).toEqual([201, stored])
  })

  it('longer than its field, or than the limit of a body, is refused', async () => {
    for (const name of ['x'.repeat(121), 'x'.repeat(1_000_000), `e${'\u0301'.repeat(1_000)}`]) {
      const reply = await post({ name })
      expect([reply.status, problemsIn(reply)]).toEqual([422, { name: 'Name can have at most 120 characters.' }])
    }
    expect((await post({ name: 'x'.repeat(10_000_000) })).status).toBe(413)
    expect((await post({ name: '🎫'.repeat(60) })).status).toBe(201)
  })
})

describe('a price', () => {
  it.each([-1, 0, 0.001, 1e12, '12,50', '1250', 1.5, null, true, [1]])(
    'of %j is refused on its field',
    async (amount) => {
      const reply = await post({ kind: 'fixed', percent: null, amounts: [{ currency: 'JPY', amount }] })
      expect([reply.status, fieldsOf(reply)]).toEqual([422, ['amounts.0.amount']])
    },
  )
  it.each(['EURO', 'E', '', 'eur o', '€', 5, null])('in the currency %j is refused on its field', async (currency) => {
    const reply = await post({ kind: 'fixed', percent: null, amounts: [{ currency, amount: 5 }] })
    expect([reply.status, fieldsOf(reply)]).toEqual([422, ['amounts.0.currency']])
  })
})
