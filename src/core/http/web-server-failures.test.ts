import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { call, lines, log, serveEchoes } from './testing/echo-server.server.ts'

serveEchoes()

describe('failures', () => {
  it('that are refusals keep their status, words and headers', async () => {
    const response = await call('/rest/fail/refusal')
    expect(response.status).toBe(409)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toMatchObject({
      error: 'Conflict',
      message: 'Already refunded in full',
      current: { id: 1 },
    })
  })

  it('of a schema name each field, also an unknown one', async () => {
    const response = await call('/rest/fail/zod')
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      error: 'InvalidInput',
      fields: { a: expect.any(String), b: '“b” is not a field.' },
    })
  })

  it('of the database that pass are answered with 503 and when to come back', async () => {
    const response = await call('/rest/fail/unavailable')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(await response.json()).toMatchObject({ error: 'Unavailable' })
  })

  it.each(['bug', 'string'])('that are unforeseen (%s) say nothing about the inside', async (how) => {
    lines.length = 0
    const response = await call(`/rest/fail/${how}`)
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(JSON.parse(text)).toEqual({
      error: 'Internal',
      requestId: response.headers.get('x-request-id'),
      message: expect.stringContaining('on our side'),
    })
    expect(text).not.toMatch(/secret|src|thrown|at /)
    expect(lines.join()).toContain(how === 'bug' ? 'secretColumn' : 'thrown as text')
  })
})

describe('the log', () => {
  it('has one line an answer, without query strings, tokens or line breaks of the caller', async () => {
    lines.length = 0
    await call('/rest/echo?email=canary%40example.com%0A%7B%22level%22%3A%22error%22%7D', {
      headers: { 'x-token': 'canarytoken' },
    })
    await call('/rest/items/canary%40example.com')
    await sleep(20)
    expect(lines).toHaveLength(2)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: 'GET', path: '/rest/echo', status: 200 },
      { method: 'GET', path: '/rest/items/:id', status: 200 },
    ])
    expect(lines.join()).not.toContain('canary')
  })

  it('says once that a header of a proxy is ignored, and by which setting to change that', async () => {
    lines.length = 0
    for (let n = 0; n < 3; n++) await call('/health/live', { headers: { 'x-forwarded-for': '203.0.113.9' } })
    const warned = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40)
    expect(warned).toEqual([
      expect.objectContaining({ peer: '127.0.0.1', msg: expect.stringContaining('TRUSTED_PROXIES') }),
    ])
  })

  it('hides secrets by their names', () => {
    lines.length = 0
    log.info(
      {
        token: 'canary',
        body: { googleToken: 'canary' },
        request: { headers: { 'cookie': 'canary', 'x-token': 'canary' } },
      },
      'text\n{"level":50}',
    )
    expect(lines.join()).not.toContain('canary')
    expect(lines.join().trimEnd().split('\n')).toHaveLength(1)
  })

  it('says of database errors what failed, not with which values', () => {
    lines.length = 0
    const error = Object.assign(new Error('duplicate key value (canary)'), {
      severity: 'ERROR',
      code: '23505',
      detail: 'Key (email)=(canary)',
      constraint: 'staff_email_key',
    })
    log.error({ err: error }, 'failed')
    expect(lines.join()).not.toContain('canary')
    expect(lines.join()).toContain('staff_email_key')
    // The job queue reports errors as objects of no class.
    lines.length = 0
    log.warn({ err: { ...error, message: error.message, stack: error.stack } }, 'failed')
    log.warn({ err: { message: 'timeout exceeded', stack: 'Error: timeout exceeded\n    at somewhere' } }, 'failed')
    expect(lines.join()).not.toContain('canary')
    expect(lines.join()).toContain('staff_email_key')
    expect(lines.join()).toContain('"message":"timeout exceeded","stack":"    at somewhere"')
  })
})
