import { expect, it } from 'vitest'
import { asUnavailable, DatabaseFull, DatabaseUnavailable } from './engine-errors.server.ts'

function failure(code: string, message = 'words of the driver'): Error {
  return Object.assign(new Error(message), { code })
}

it.each([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08003',
  '57014',
  '25006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
])('%s means that another try later can succeed', (code) => {
  const meaning = asUnavailable(failure(code))
  expect(meaning).toBeInstanceOf(DatabaseUnavailable)
  expect(meaning).toMatchObject({ status: 503, retryAfterSeconds: 2 })
  expect(meaning?.message).not.toContain('words of the driver')
})

it.each([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])('so does "%s" without a code', (message) => {
  expect(asUnavailable(new Error(message))).toBeInstanceOf(DatabaseUnavailable)
})

it('a full disk has a status of its own', () => {
  expect(asUnavailable(failure('53100'))).toBeInstanceOf(DatabaseFull)
  expect(asUnavailable(failure('53100'))).toMatchObject({ status: 507, retryAfterSeconds: 30 })
})

it('faults of the statement or of the code stay what they are', () => {
  for (const code of ['23505', '42P01', '22P02', '40001', '40P01']) expect(asUnavailable(failure(code))).toBe(null)
  expect(asUnavailable(new TypeError('x is not a function'))).toBe(null)
  expect(asUnavailable('text')).toBe(null)
})
