import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { exponentOf } from '../../core/i18n/formats.ts'
import { startTestServer } from '../../app/testing/start.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'website' })
}, 120_000)
afterAll(() => server.stop())

describe('currencies', () => {
  it('have the number of digits that ISO 4217 gives, for everyone who is signed in', async () => {
    const stranger = await server.signIn('no-access')
    const reply = await stranger.get('/rest/data/currencies')
    const list = reply.body as { code: string; exponent: number; isEnabled: boolean; name: string }[]
    const exponents = Object.fromEntries(list.map(({ code, exponent }) => [code, exponent]))
    expect(exponents).toMatchObject({
      EUR: 2,
      JPY: 0,
      KWD: 3,
      CLP: 0,
      HUF: 2,
      COP: 2,
      IDR: 2,
      ISK: 0,
      BHD: 3,
      TND: 3,
    })
    // The console formats amounts by its own table of exceptions, which must match this one.
    expect(list.filter(({ code, exponent }) => exponentOf(code) !== exponent)).toEqual([])
    expect(list.length).toBeGreaterThan(150)
    expect(reply.headers.get('content-range')).toBe(`currencies 0-${list.length - 1}/${list.length}`)
    const enabled = list.findLastIndex(({ isEnabled }) => isEnabled)
    expect(list.slice(0, enabled).every(({ isEnabled }) => isEnabled)).toBe(true)
    expect((await server.anonymous.get('/rest/data/currencies')).status).toBe(403)
  })
})

describe('locales', () => {
  it('are there before you sign in, the default first', async () => {
    const { body } = await server.anonymous.get('/user/locales')
    expect(body).toMatchObject([
      { code: 'en', nativeName: 'English', direction: 'ltr', fallback: null, isDefault: true },
      { code: 'es', nativeName: 'español', fallback: 'en', isDefault: false },
    ])
  })

  it('differ between the website and the console', async () => {
    await sql`insert into locales (code, name, native_name, fallback_id, is_enabled_on_site)
      select 'fr', 'French', 'français', id, true from locales where is_default`.execute(server.database.kysely)
    const codes = async (query: Record<string, string>) =>
      ((await server.anonymous.get('/user/locales', query)).body as { code: string }[]).map(({ code }) => code)
    expect(await codes({ for: 'site' })).toEqual(['en', 'es', 'fr'])
    expect(await codes({ for: 'console' })).toEqual(['en', 'es'])
    expect((await server.anonymous.get('/user/locales', { for: 'moon' })).status).toBe(422)
  })
})

describe('domains', () => {
  it('are keyed by language, and an empty map where none is set', async () => {
    expect((await server.anonymous.get('/website/domains')).body).toEqual({ domains: {} })
    await sql`update locales set site_url = 'https://www.example.com' || case code when 'en' then '' else '/es' end where code in ('en', 'es')`.execute(
      server.database.kysely,
    )
    expect((await server.anonymous.get('/website/domains')).body).toEqual({
      domains: { en: 'https://www.example.com', es: 'https://www.example.com/es' },
    })
  })
})
