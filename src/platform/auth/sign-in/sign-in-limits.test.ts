import { generateKeyPair } from 'jose'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { at, bodyOf, count, newcomer, serveSignIn } from './testing/newcomers.server.ts'

serveSignIn()

describe('too many tries', () => {
  it('from one network are refused (429) after ten that failed, but a good one gets through', async () => {
    const from = { 'x-forwarded-for': '203.0.113.77' }
    const { claims } = await newcomer()
    for (let n = 0; n < 10; n++) expect((await at.post('/user/login', { googleToken: 'a.b.c' }, from)).status).toBe(401)
    const response = await at.post('/user/login', { googleToken: 'a.b.c' }, from)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(await bodyOf(response)).toMatchObject({ error: 'TooManyRequests' })
    const stolen = await at.google.token(claims, {}, (await generateKeyPair('RS256')).privateKey)
    expect((await at.post('/user/login', { googleToken: stolen }, from)).status).toBe(429)
    const googleToken = await at.google.token(claims)
    expect((await at.post('/user/login', { googleToken }, from)).status).toBe(200)
  })

  it('with tokens that look right and are not are refused (429) alike', async () => {
    const from = { 'x-forwarded-for': '203.0.113.78' }
    const { claims } = await newcomer()
    const { privateKey } = await generateKeyPair('RS256')
    const statuses = []
    for (let n = 0; n < 12; n++) {
      const googleToken = await at.google.token(claims, {}, privateKey)
      statuses.push((await at.post('/user/login', { googleToken }, from)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    const good = await at.google.token(claims)
    expect((await at.post('/user/login', { googleToken: good }, from)).status).toBe(200)
  })

  it('of a known person who is refused slow down that person alone', async () => {
    const from = { 'x-forwarded-for': '203.0.113.79' }
    const [refused, welcome] = [await newcomer(), await newcomer()]
    await sql`update staff set status = 'suspended' where id = ${refused.id}`.execute(at.db.kysely)
    const signIn = async ({ claims }: typeof refused) =>
      (await at.post('/user/login', { googleToken: await at.google.token(claims) }, from)).status
    for (let n = 0; n < 10; n++) expect(await signIn(refused)).toBe(401)
    expect([await signIn(refused), await signIn(welcome)]).toEqual([429, 200])
  })

  it('leave at most twelve rows a minute in the audit', async () => {
    const before = await count('audit_log')
    const from = { 'x-forwarded-for': '203.0.113.90' }
    for (let n = 0; n < 30; n++) await at.post('/user/login', { googleToken: 'a.b.c' }, from)
    expect((await count('audit_log')) - before).toBeLessThanOrEqual(12)
  })
})
