import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../app/testing/start.server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'console language' })
})
afterAll(() => server?.stop())

const ask = async (path: string, language: string | null, more: RequestInit = {}) => {
  const response = await fetch(server.url + path, {
    ...more,
    headers: { ...(more.headers as object), ...(language !== null && { 'Accept-Language': language }) },
  })
  return {
    headers: response.headers,
    body: (await response.json()) as { message: string; fields?: Record<string, string> },
  }
}

describe('the server', () => {
  it('refuses in the language of the call, however many calls of other languages are under way', async () => {
    const said = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, index) => (await ask('/rest/data/coupons', index % 2 === 0 ? 'es' : 'en')).body.message,
      ),
    )
    expect(new Set(said.filter((_, index) => index % 2 === 0))).toEqual(
      new Set(['Su sesión ha terminado. Inicie sesión de nuevo.']),
    )
    expect(new Set(said.filter((_, index) => index % 2 === 1))).toEqual(
      new Set(['Your session has ended. Please sign in again.']),
    )
  })

  it('does so for what a schema, a rule, the database and the parser of bodies say', async () => {
    const { token } = await server.signIn('admin')
    const send = (body: string) =>
      ask('/rest/data/coupons', 'es', {
        method: 'POST',
        body,
        headers: { 'X-Token': token, 'Content-Type': 'application/json' },
      })
    const draft = { code: 'IDIOMA-1', name: 'Idioma', kind: 'percent', percent: 500, status: 'active' }
    expect((await send(JSON.stringify({ ...draft, code: null, name: 7 }))).body.fields).toMatchObject({
      code: 'Código: campo obligatorio.',
      name: 'Nombre: debe ser texto.',
    })
    expect((await send(JSON.stringify({ ...draft, percent: null }))).body.fields).toMatchObject({
      percent: 'Introduzca un porcentaje de 0,01 a 100.',
    })
    await send(JSON.stringify(draft))
    expect((await send(JSON.stringify(draft))).body.message).toBe('Código: ya lo usa otro registro (cupón).')
    expect((await send('{')).body.message).toBe('El cuerpo no es JSON válido.')
    expect((await ask('/rest/data/nothing', 'es')).body.message).toBe('No se ha encontrado.')
    expect((await ask('/rest/data/coupons', 'fr, es;q=0.5')).body.message).toBe(
      'Su sesión ha terminado. Inicie sesión de nuevo.',
    )
  })
})

describe('the language that a person chooses', () => {
  it('is stored, sent to the browser at once and at every sign-in, and kept in the audit', async () => {
    const admin = await server.signIn('admin')
    const reply = await admin.put('/rest/data/console-language', { language: 'es' })
    expect(reply).toMatchObject({ status: 200, body: { language: 'es' } })
    const { body: people } = (await ask('/demo/people', null)) as unknown as { body: { email: string; role: string }[] }
    const email = people.find(({ role }) => role === 'admin')?.email
    const {
      body: { googleToken },
    } = (await ask('/demo/token', null, {
      method: 'POST',
      body: JSON.stringify({ email }),
      headers: { 'Content-Type': 'application/json' },
    })) as unknown as { body: { googleToken: string } }
    const { headers } = await ask('/user/login', null, {
      method: 'POST',
      body: JSON.stringify({ googleToken }),
      headers: { 'Content-Type': 'application/json' },
    })
    expect(headers.getSetCookie().filter((cookie) => cookie.startsWith('language='))).toEqual([
      expect.stringMatching(/^language=es; Path=\/; Max-Age=31536000/),
    ])
    const { body: entries } = await admin.get('/rest/data/audit', { filter: { object: 'console-language' } })
    expect(entries).toHaveLength(1)
  })

  it('is one that there is', async () => {
    const admin = await server.signIn('admin')
    expect(await admin.put('/rest/data/console-language', { language: 'en-XA' })).toMatchObject({
      status: 422,
      body: { fields: { language: 'Language not found.' } },
    })
  })
})
