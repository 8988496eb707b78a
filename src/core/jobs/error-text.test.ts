import { describe, expect, it } from 'vitest'
import { errorText } from './error-text.ts'

describe('the text of an error that is kept', () => {
  it.each([
    ['No mailbox for jane.roe@example.com, try later', 'No mailbox for [email], try later'],
    ['Key (email)=(jane@example.com) already exists.', 'Key (email)=([…]) already exists.'],
    ['invalid input syntax for type integer: "Jane Roe"', 'invalid input syntax for type integer: "…"'],
    [
      'GET https://supplier.example/v1/book?name=Jane+Roe answered 500',
      'GET https://supplier.example/v1/book?… answered 500',
    ],
    ['Refused: Authorization Bearer abc.def', 'Refused: Authorization Bearer […]'],
    ['Call +44 20 7946 0958 first', 'Call [number] first'],
    [
      'duplicate key value violates unique constraint "job_runs_due"',
      'duplicate key value violates unique constraint "job_runs_due"',
    ],
    ['', 'No message'],
  ])('of %j is %j', (message, text) => expect(errorText(new Error(message))).toBe(text))

  it('has its kind and code, one line and an end', () => {
    expect(errorText(Object.assign(new TypeError('a\n  b'), { code: 'E1' }))).toBe('TypeError: a b (E1)')
    expect(errorText(new Error('x'.repeat(900)))).toHaveLength(500)
    expect(errorText(null)).toBe('No message')
  })
})
