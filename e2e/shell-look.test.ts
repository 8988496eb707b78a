import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { faultsOf, looks } from './axe.ts'
import { startConsole, type Console, type Visit } from './testing/shell/console.ts'

const chromiumPath = inject('chromiumPath')

/** Every state of the shell worth a look: how to get there, and in which role. */
const scenes: readonly { name: string; role: string | null; show: (page: Page) => Promise<unknown> }[] = [
  { name: 'login', role: null, show: (page) => page.getByRole('button', { name: /\bAdmin$/ }).waitFor() },
  { name: 'page', role: 'read-only', show: (page) => page.getByText('no write permission').waitFor() },
  { name: 'not found', role: 'admin', show: (page) => page.getByRole('heading', { name: 'Page not found' }).waitFor() },
  { name: 'no access', role: 'no-access', show: (page) => page.getByText('access to anything yet').waitFor() },
  {
    name: 'IP validation',
    role: 'admin',
    show: (page) => page.getByRole('heading', { name: 'IP validation' }).waitFor(),
  },
  {
    name: 'account menu',
    role: 'admin',
    async show(page) {
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('menuitem', { name: 'Log Out' }).waitFor()
    },
  },
  {
    name: 'toasts',
    role: 'admin',
    async show(page) {
      for (const name of ['Say note', 'Say note', 'Say saved', 'Say sticky', 'Say low']) {
        await page.getByRole('button', { name, exact: true }).click()
      }
    },
  },
  { name: 'alert', role: 'admin', show: (page) => page.getByRole('button', { name: 'Alert', exact: true }).click() },
  {
    name: 'confirm',
    role: 'admin',
    show: (page) => page.getByRole('button', { name: 'Confirm', exact: true }).click(),
  },
  {
    name: 'prompt',
    role: 'admin',
    async show(page) {
      await page.getByRole('button', { name: 'Prompt', exact: true }).click()
      await page.getByRole('textbox', { name: 'Name of the role' }).fill('two words')
    },
  },
  {
    name: 'message history',
    role: 'admin',
    async show(page) {
      await page.getByRole('button', { name: 'Say low', exact: true }).click()
      await page.getByRole('button', { name: 'Close message' }).click()
      await page.getByRole('button', { name: 'Inbox', exact: true }).click()
      await page
        .getByRole('dialog', { name: 'Inbox' })
        .getByRole('tab', { name: /^Messages/ })
        .click()
    },
  },
  {
    name: 'sidebar the other way',
    role: 'admin',
    async show(page) {
      await page.getByRole('button', { name: 'Toggle sidebar' }).click()
      const purchases = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Purchases' })
      if ((await purchases.getAttribute('aria-expanded')) === 'false') await purchases.click()
    },
  },
]

const addresses: Readonly<Record<string, string>> = {
  'page': '/coupons/update?id=7',
  'not found': '/nowhere',
  'IP validation': '/ip-validation?unverifiedIP=true',
}

describe.skipIf(!chromiumPath)('look and access', () => {
  let marquee: Console
  let visit: Visit

  beforeAll(async () => {
    marquee = await startConsole(chromiumPath ?? '')
  })
  afterAll(() => marquee.close())
  afterEach(async () => {
    await visit.page.context().close()
    expect(visit.faults).toEqual([])
  })

  async function open(name: string, role: string | null, options: BrowserContextOptions) {
    visit = await marquee.open(options, role ?? undefined)
    await visit.goTo(
      role === null ? '/login' : (addresses[name] ?? (role === 'no-access' ? '/dashboard' : '/settings/try')),
    )
    await visit.page.getByRole('heading', { level: 1 }).waitFor()
  }

  describe.each(looks)('$colorScheme at $width px', ({ colorScheme, width }) => {
    test.each(scenes)('axe finds nothing on: $name', async ({ name, role, show }) => {
      await open(name, role, { colorScheme, viewport: { width, height: 900 } })
      await show(visit.page)
      await visit.page.waitForTimeout(100)
      expect(await faultsOf(visit.page)).toEqual([])
    })
  })

  test('a Tab walk reaches every control with visible focus, and gets out again', async () => {
    await open('try', 'admin', {})
    const wanted = await visit.page.locator('a[href]:visible, button:visible, input:visible').count()
    const seen = new Set<string>()
    for (let n = 0; n < wanted + 5; n += 1) {
      await visit.page.keyboard.press('Tab')
      const focused = visit.page.locator(':focus')
      if ((await focused.count()) === 0) break
      const [name, outline] = await focused.evaluate((element: unknown) => {
        const { getComputedStyle, document } = globalThis as unknown as Page_
        const all = [...document.querySelectorAll('a[href], button, input')]
        return [String(all.indexOf(element)), getComputedStyle(element).outlineStyle]
      })
      expect(outline, `focus ring of control ${name}`).not.toBe('none')
      seen.add(name ?? '')
    }
    // The skip link is on screen only while it has the focus.
    expect(seen.size).toBe(wanted)
  })

  test('the skip link leads to the page', async () => {
    await open('try', 'admin', {})
    await visit.page.keyboard.press('Tab')
    expect(await visit.page.locator(':focus').textContent()).toBe('Skip to content')
    await visit.page.keyboard.press('Enter')
    await expect.poll(() => visit.page.locator(':focus').getAttribute('id')).toBe('main')
  })

  test.each([320, 390, 768, 992, 1440, 2560])('nothing scrolls sideways at %i px', async (width) => {
    await open('page', 'read-only', { viewport: { width, height: 900 } })
    await visit.page.getByText('no write permission').waitFor()
    const overflow = await visit.page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
    expect(overflow).toBe(0)
  })

  test('right-to-left: the menu is on the right, and the choice is remembered', async () => {
    await open('try', 'admin', {})
    const left = async () => (await visit.page.getByRole('navigation', { name: 'Main' }).boundingBox())?.x
    expect(await left()).toBe(0)
    await visit.page.getByRole('button', { name: 'Account' }).click()
    await visit.page.getByRole('menuitemcheckbox', { name: 'Right-to-left layout' }).click()
    await expect.poll(left).toBe(1440 - 210)
    await visit.page.reload()
    await expect.poll(left).toBe(1440 - 210)
  })

  test('light, dark and system: the account menu chooses, and the choice is remembered', async () => {
    await open('try', 'admin', { colorScheme: 'light' })
    const scheme = () => visit.page.locator('html').getAttribute('data-mantine-color-scheme')
    expect(await scheme()).toBe('light')
    await visit.page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(scheme).toBe('dark')
    await visit.page.getByRole('button', { name: 'Account' }).click()
    expect(await visit.page.getByRole('menuitemradio', { name: 'System' }).getAttribute('aria-checked')).toBe('true')
    await visit.page.getByRole('menuitemradio', { name: 'Light' }).click()
    await expect.poll(scheme).toBe('light')
    await visit.page.reload()
    await visit.page.getByRole('main').waitFor()
    expect(await scheme()).toBe('light')
  })

  test('nothing moves for people who want less motion, and no change waits for a frame', async () => {
    await open('try', 'admin', { reducedMotion: 'reduce' })
    const running = await visit.page.evaluate(() => {
      const { document } = globalThis as unknown as {
        document: {
          documentElement: { setAttribute: (name: string, value: string) => void }
          getAnimations: () => unknown[]
        }
      }
      document.documentElement.setAttribute('data-mantine-color-scheme', 'dark')
      return document.getAnimations().length
    })
    expect(running).toBe(0)
  })

  test('the page refuses markup from strings', async () => {
    await open('try', 'admin', {})
    const message = await visit.page.locator('main').evaluate((main) => {
      try {
        main.innerHTML = '<img src=x>'
        return 'accepted'
      } catch (error) {
        return String(error)
      }
    })
    expect(message).toContain('refused')
  })

  test('the console loads nothing from anywhere else', async () => {
    visit = await marquee.open({}, 'admin')
    const foreign: string[] = []
    visit.page.on('request', (request) => {
      if (!request.url().startsWith(marquee.url)) foreign.push(request.url())
    })
    await visit.goTo('/coupons/list')
    await visit.page.getByRole('main').waitFor()
    expect(foreign).toEqual([])
  })
})

/** The little of the page's world that a function sent there uses; these files are compiled without it. */
interface Page_ {
  getComputedStyle(element: unknown): { outlineStyle: string }
  document: { querySelectorAll(selector: string): Iterable<unknown> }
}
