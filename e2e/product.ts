import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { inject } from 'vitest'
import { startTestServer, type TestServer } from '../src/app/testing/start.server.ts'
import { CHROMIUM_ARGUMENTS } from '../src/core/testing/chromium.server.ts'
import { follow, type Look } from './axe.ts'

/** The product that was built, on a database of its own, and a Chromium to look at it with. */
export interface Product {
  readonly server: TestServer
  readonly browser: Browser
  /**
   * Signs a demo person in in a browser of their own and opens `path`. By the calls that the sign-in page makes, as opening that page too
   * takes longer than most of what the flows do; e2e/shell-session.test.ts signs in as people do.
   *
   * @param role - the role that the person started with
   * @returns their page, and every answer of 400 and above and every error of the page from now on
   */
  enter(role: string, path: string, look?: Partial<Look> & BrowserContextOptions): Promise<Visit>
  /** Closes all the browsers that were entered. */
  leave(): Promise<void>
  stop(): Promise<void>
}
export interface Visit {
  readonly page: Page
  readonly refused: string[]
}

export async function startProduct(options: {
  name: string
  env?: Record<string, string>
  checkOutput?: boolean
  /** Demo data with so many purchases: best one of the numbers that other flows have, as each is loaded once a run. */
  demo?: 60 | 600 | 2000
}): Promise<Product> {
  const server = await startTestServer({
    postgresUrl: inject('postgresUrl'),
    consoleFolder: new URL('../dist/console/', import.meta.url),
    ...options,
  })
  const browser = await sharedBrowser()
  const before = new Set(browser.contexts())
  const leave = async () => {
    for (const context of browser.contexts()) if (!before.has(context)) await context.close()
  }

  return {
    server,
    browser,
    async enter(role, path, { width = 1440, ...more } = {}) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce', ...more })
      context.setDefaultTimeout(15_000)
      const page = await context.newPage()
      follow(page)
      const refused: string[] = []
      page.on('response', (response) => {
        // Pictures of sample records were never uploaded; e2e/images.test.ts looks at those that were.
        const isSamplePicture = response.status() === 404 && /\/images\/\d+\/files\//.test(response.url())
        if (response.status() >= 400 && !isSamplePicture) refused.push(`${response.status()} ${response.url()}`)
      })
      page.on('pageerror', (error) => refused.push(String(error)))
      await signIn(context, server.url, role)
      await page.goto(server.url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      return { page, refused }
    },
    leave,
    async stop() {
      await leave()
      await server.stop()
    },
  }
}

let started: Promise<Browser> | null = null

/**
 * Each test loads the console once and uses it for seconds: making its code faster costs more than it saves there, and so does tidying up
 * memory in small steps. Timings do without it.
 */
const CODE_FOR_ONE_VISIT = '--js-flags=--no-opt --no-maglev --min-semi-space-size=32'

/** One Chromium for all files of a worker, which ends with it: starting it and warming it up took longer than most flows. */
function sharedBrowser(): Promise<Browser> {
  started ??= chromium.launch({
    executablePath: inject('chromiumPath') ?? '',
    args: [...CHROMIUM_ARGUMENTS, CODE_FOR_ONE_VISIT],
  })
  return started
}

async function signIn({ request }: BrowserContext, url: string, role: string): Promise<void> {
  const headers = { origin: url }
  const people = (await (await request.get(`${url}/demo/people`)).json()) as { email: string; role: string }[]
  const email = people.find((person) => person.role === role)?.email
  const { googleToken } = (await (await request.post(`${url}/demo/token`, { headers, data: { email } })).json()) as {
    googleToken: string
  }
  const reply = await request.post(`${url}/user/login`, { headers, data: { googleToken } })
  if (!reply.ok()) throw new Error(`Signing in as ${role} answered ${reply.status()} ${await reply.text()}`)
}
