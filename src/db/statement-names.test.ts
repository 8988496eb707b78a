import { expect, it } from 'vitest'
import { FINDS_FEW, StatementNames } from './statement-names.server.ts'

/** The name that the statement has when it is sent for the `times`th time. */
function nameAfter(names: StatementNames, times: number, text: string, values?: readonly unknown[]): unknown {
  let sent: readonly unknown[] = []
  for (let n = 0; n < times; n++) sent = names.named(values ? [text, values] : [text])
  const [first] = sent
  return typeof first === 'object' && first !== null && 'name' in first ? first.name : undefined
}

it('names what is sent for the third time, and goes on calling it that', () => {
  const names = new StatementNames()
  const text = 'update coupons set name = $1'
  expect(nameAfter(names, 2, text, ['a'])).toBeUndefined()
  const name = nameAfter(names, 1, text, ['b'])
  expect(name).toEqual(expect.any(String))
  expect(names.named([text, ['c']])).toEqual([{ name, text, values: ['c'] }])
  expect(nameAfter(names, 3, 'update coupons set code = $1', ['a'])).not.toBe(name)
})

it.each([
  ['a pattern, which is planned with what it looks for', 'select 1 from a where b like $1', ['x%']],
  ['several statements', 'select 1; select 2', []],
  ['what ends a transaction', 'commit', []],
  ['text that comes without values', 'select 1', undefined],
])('leaves %s as it is', (_what, text, values) => {
  expect(nameAfter(new StatementNames(), 5, text, values)).toBeUndefined()
})

it('names a pattern that finds few rows whatever it looks for', () => {
  const text = `select 1 from a where (${FINDS_FEW}b like $1 or c = $2)`
  expect(nameAfter(new StatementNames(), 3, text, ['%ada@example.com%', 'ada@example.com'])).toEqual(expect.any(String))
})

it('keeps no more names than a connection can have plans for', () => {
  const names = new StatementNames()
  const named = Array.from({ length: 400 }, (_, n) => nameAfter(names, 3, `select $1::integer + ${n}`, [1]))
  expect(named.filter((name) => name !== undefined)).toHaveLength(300)
})

it('forgets texts that it has not seen for long', () => {
  const names = new StatementNames()
  nameAfter(names, 2, 'select $1::text', ['a'])
  for (let n = 0; n < 2_000; n++) names.named([`select $1::integer + ${n}`, [1]])
  expect(nameAfter(names, 1, 'select $1::text', ['a'])).toBeUndefined()
})
