import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { CHROMIUM_ARGUMENTS } from '../../../src/core/testing/chromium.server.ts'
import { follow } from '../../axe.ts'
import { serveShell, type ShellServer } from './serve.ts'
import { roleTitle } from '../../../src/platform/auth/role-labels.ts'

/** A person's browser in front of the console: what the flow tests are written with. */
export interface Console {
  readonly url: string
  /** Null where the console under test is served elsewhere, see MARQUEE_URL. */
  readonly server: ShellServer | null
  /**
   * A page in its own browser context, with the errors that its console reports. With a role, its demo person is signed
   * in already. All tests that ask for the role share the session, so none of them can log it out.
   */
  open(options?: BrowserContextOptions, role?: string): Promise<Visit>
  close(): Promise<void>
}

export interface Visit {
  readonly page: Page
  /** Uncaught errors, unhandled rejections and violations of the content security policy. */
  readonly faults: string[]
  goTo(path: string): Promise<void>
  /** Signs in as the demo person of a role, by the page's own buttons. */
  signInAs(role: string): Promise<void>
  /** Path, query and fragment on screen. */
  address(): string
  cookie(name: string): Promise<string | null>
}

/**
 * Starts the console. MARQUEE_URL names a running one in demo mode instead, for the tests that need nothing but the
 * pages and people that every Marquee has.
 */
export async function startConsole(chromiumPath: string): Promise<Console> {
  const given = process.env['MARQUEE_URL']
  const server = given ? null : await serveShell()
  const url = server?.url ?? given ?? ''
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...CHROMIUM_ARGUMENTS] })
  const sessions = new Map<string, NonNullable<BrowserContextOptions['storageState']>>()
  const open = async (options?: BrowserContextOptions, role?: string): Promise<Visit> => {
    if (role === undefined) return visit(browser, url, options)
    let session = sessions.get(role)
    if (!session) {
      const first = await visit(browser, url)
      await first.signInAs(role)
      session = await first.page.context().storageState()
      sessions.set(role, session)
      await first.page.context().close()
    }
    return visit(browser, url, { ...options, storageState: session })
  }
  return {
    url,
    server,
    open,
    async close() {
      await browser.close()
      await server?.close()
    },
  }
}

async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  follow(page)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // A status of 400 and above is reported as an error too, but here it is often what is being tried out.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  return {
    page,
    faults,
    async goTo(path) {
      await page.goto(`${url}${path}`)
    },
    async signInAs(role) {
      await page.goto(`${url}/login`)
      await page.getByRole('button', { name: new RegExp(`\\b${roleTitle(role)}$`) }).click()
      await page.waitForURL((address) => address.pathname !== '/login')
      await page.getByRole('button', { name: 'Account' }).waitFor()
    },
    address() {
      const { pathname, search, hash } = new URL(page.url())
      return `${pathname}${search}${hash}`
    },
    async cookie(name) {
      const cookies = await context.cookies(url)
      return cookies.find((cookie) => cookie.name === name)?.value ?? null
    },
  }
}
