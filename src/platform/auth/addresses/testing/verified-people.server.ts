import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject } from 'vitest'
import { type Browser, startIpServer } from './ip.server.ts'
import { expectPolicyChange } from '../ip-policy.server.ts'

export let server: Awaited<ReturnType<typeof startIpServer>>
export let admin: Browser
export const office = '198.51.100.1'
/** Another for each test, because tries are limited by network. */
export let home = '203.0.113.0'
let tests = 0
export const finance = 'hiroshi.tanabe@demo.marquee.example'
export const path = '/user/ip-verification'

/** Starts the product for the tests of a file, and stops it after them. */
export function serveVerification(): void {
  beforeAll(async () => {
    server = await startIpServer(inject('postgresUrl'))
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    await sql`truncate ip_ranges, ip_trusts, ip_verifications, ip_break_glass_codes, messages, staff_networks cascade`.execute(
      server.database.kysely,
    )
    await sql`insert into ip_ranges (range, label, owner) values ('198.51.100.0/24', 'Office', 'IT')`.execute(
      server.database.kysely,
    )
    home = `203.0.113.${++tests}`
    expectPolicyChange()
    admin = server.browser(office)
    expect((await admin.signIn()).status).toBe(200)
  })
}

export const words = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  `${status} ${String(body['error'] ?? '')}`.trim()
export const enter = (browser: Browser, code: string) => browser.call('POST', path, { code })

/** A browser at home that was refused. */
export async function refused(role = 'finance', address: string = home): Promise<Browser> {
  const browser = server.browser(address)
  expect(words(await browser.signIn(role))).toBe('403 UnverifiedIP')
  return browser
}

export async function withCode(): Promise<{ browser: Browser; code: string }> {
  const browser = await refused()
  expect((await browser.call('POST', `${path}/code`, {})).status).toBe(200)
  return { browser, code: await server.newestCode() }
}

export async function mails(template: string): Promise<{ recipient: string; text: string }[]> {
  const { rows } = await sql<{ recipient: string; text: string }>`
    select recipient, subject || ' ' || content::text as text from messages where template = ${template} order by id`.execute(
    server.database.kysely,
  )
  return rows
}
