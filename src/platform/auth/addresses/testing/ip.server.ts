import { sql } from 'kysely'
import type { TestServer } from '../../../../app/testing/start.server.ts'
import { startTestServer } from '../../../../app/testing/start.server.ts'

/** A browser with its cookies, on some network: the server under test believes the proxy that names its address. */
export interface Browser {
  /** Moves to another network. */
  at(address: string): Browser
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }>
  /** Signs in as one of the demo people, named by role; returns the server's answer. */
  signIn(role?: string): ReturnType<Browser['call']>
  whoAmI(): Promise<string>
  readonly cookies: ReadonlyMap<string, string>
}

export async function startIpServer(
  postgresUrl: string | null,
  env: Readonly<Record<string, string>> = {},
): Promise<TestServer & { browser(address?: string): Browser; newestCode(): Promise<string> }> {
  const server = await startTestServer({
    postgresUrl,
    name: 'ip',
    env: { TRUSTED_PROXIES: '127.0.0.1', IP_TRUST_DAYS: '7', ...env },
  })
  return {
    ...server,
    browser: (address = '198.51.100.1') => browserOf(server.url, address),
    async newestCode() {
      const {
        rows: [row],
      } = await sql<{ code: string }>`
        select secrets ->> 'code' as code from messages where template = 'ip-code' order by id desc limit 1`.execute(
        server.database.kysely,
      )
      return row?.code ?? ''
    },
  }
}

function browserOf(url: string, startsAt: string): Browser {
  const cookies = new Map<string, string>()
  let address = startsAt
  const browser: Browser = {
    cookies,
    at(next) {
      address = next
      return browser
    },
    async call(method, path, body, headers = {}) {
      const token = cookies.get('token')
      const csrf = cookies.get('XSRF-TOKEN')
      const response = await fetch(new URL(path, url), {
        method,
        headers: {
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': address,
          'cookie': [...cookies].map((pair) => pair.join('=')).join('; '),
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
          ...(token && { 'x-token': token }),
          ...(csrf && { 'x-xsrf-token': csrf }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        const [name = '', value = ''] = pair.split('=')
        if (/max-age=0/i.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      }
    },
    async signIn(role = 'admin') {
      const people = (await browser.call('GET', '/demo/people')).body as unknown as { email: string; role: string }[]
      const email = people.find((person) => person.role === role)?.email
      const { body } = await browser.call('POST', '/demo/token', { email })
      return await browser.call('POST', '/user/login', { googleToken: body['googleToken'] })
    },
    async whoAmI() {
      const { status, body } = await browser.call('GET', '/rest/data/rbac/whoami')
      return status === 200 ? 'in' : String(body['error'])
    },
  }
  return browser
}
