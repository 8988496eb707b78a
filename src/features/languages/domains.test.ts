import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'domains' })
  admin = await server.signIn('admin')
})
afterAll(() => server.stop())

interface Row {
  readonly id: number
  readonly version: number
  readonly code: string
}
const path = '/rest/data/domains'
async function setAddress(code: string, siteUrl: string | null) {
  const row = ((await admin.get(path)).body as Row[]).find((one) => one.code === code)
  return await admin.put(`${path}/${row?.id}`, { version: row?.version, siteUrl })
}

describe('domains', () => {
  it('are what the website reads, by language', async () => {
    expect(await setAddress('en', 'https://tickets.example')).toMatchObject({
      status: 200,
      body: { host: 'tickets.example', pathPrefix: '/' },
    })
    expect((await setAddress('es', 'https://entradas.example')).status).toBe(200)
    expect((await server.anonymous.get('/website/domains')).body).toEqual({
      domains: { en: 'https://tickets.example', es: 'https://entradas.example' },
    })
    await setAddress('es', null)
    expect((await server.anonymous.get('/website/domains')).body).toEqual({
      domains: { en: 'https://tickets.example' },
    })
  })

  it('belong to one language each, also when the language itself is edited', async () => {
    await setAddress('en', 'https://one.example')
    const said = { siteUrl: 'English has this address already.' }
    expect(await setAddress('es', 'https://ONE.example/')).toMatchObject({ status: 409, body: { fields: said } })
    const spanish = ((await admin.get('/rest/data/locales')).body as Row[]).find(({ code }) => code === 'es')
    expect(
      await admin.put(`/rest/data/locales/${spanish?.id}`, {
        version: spanish?.version,
        siteUrl: 'https://one.example',
      }),
    ).toMatchObject({ status: 409, body: { fields: said } })
  })

  it('change nothing else of the language', async () => {
    const [row] = (await admin.get(path)).body as Row[]
    await admin.put(`${path}/${row?.id}`, { version: row?.version, code: 'de', isEnabledOnSite: false })
    expect((await admin.get(`${path}/${row?.id}`)).body).toMatchObject({ code: row?.code, isEnabledOnSite: true })
  })
})
