import { describe, expect, test } from 'vitest'
import { answered, box, chromiumPath, press, startShell, toasts, visit } from './testing/shell-feedback.ts'

const prompt = () => visit.page.getByRole('dialog', { name: 'New role' })
const focused = () => visit.page.locator(':focus')

describe.skipIf(!chromiumPath)('toasts, message boxes and failed calls', () => {
  startShell()

  describe('toasts', () => {
    test('errors and warnings are alerts, success and info are statuses, each with its type', async () => {
      for (const name of ['Say saved', 'Say note', 'Say sticky', 'Say low']) await press(name).click()
      const kinds = (await toasts().all()).map(async (toast) => [
        await toast.getAttribute('data-type'),
        await toast.getAttribute('role'),
      ])
      expect(await Promise.all(kinds)).toEqual([
        ['success', 'status'],
        ['info', 'status'],
        ['warning', 'alert'],
        ['error', 'alert'],
      ])
    })

    test('the first is 16 px from the top, each later one 16 px below the one before; closing an upper one moves the rest up', async () => {
      await press('Say sticky').click()
      await press('Say low').click()
      const boxes = async () => Promise.all((await toasts().all()).map((toast) => toast.boundingBox()))
      const [first, second] = await boxes()
      expect(first?.y).toBe(16)
      expect(second?.y).toBe(16 + (first?.height ?? 0) + 16)
      await toasts().first().getByRole('button', { name: 'Close message' }).click()
      await expect.poll(() => toasts().count()).toBe(1)
      expect((await boxes())[0]?.y).toBe(100)
    })

    test.each([1280, 1440, 1920])('a long message covers no control of the top bar at %i px', async (width) => {
      await visit.page.setViewportSize({ width, height: 900 })
      await press('Say sticky').click()
      const toast = toasts().first()
      await toast
        .locator('span')
        .first()
        .evaluate((text) => (text.textContent = 'A long message. '.repeat(12)))
      const [covering, header] = [await toast.boundingBox(), visit.page.locator('header')]
      const controls = await header.locator('a, button').all()
      expect(controls.length).toBeGreaterThan(3)
      for (const control of controls) {
        const under = await control.boundingBox()
        if (!under || !covering) throw new Error('Not on the page')
        const isBeside = under.x + under.width <= covering.x || covering.x + covering.width <= under.x
        expect([await control.textContent(), isBeside]).toEqual([expect.anything(), true])
      }
    })

    test('a toast lasts 3000 ms, and pauses while the pointer is on it', async () => {
      await press('Say saved').click()
      await toasts().first().hover()
      await visit.page.waitForTimeout(3500)
      expect(await toasts().count()).toBe(1)
      await visit.page.mouse.move(5, 400)
      await visit.page.waitForTimeout(2000)
      expect(await toasts().count()).toBe(1)
      await expect.poll(() => toasts().count(), { timeout: 3000 }).toBe(0)
    })

    test('an identical repeated message increments a counter rather than adding a toast', async () => {
      for (let n = 0; n < 3; n += 1) await press('Say note').click()
      expect(await toasts().count()).toBe(1)
      expect(await toasts().first().getAttribute('data-count')).toBe('3')
      expect(await toasts().first().textContent()).toContain('3 times')
    })

    test('Escape closes every open toast, sticky ones included', async () => {
      await press('Say sticky').click()
      await press('Say saved').click()
      await visit.page.keyboard.press('Escape')
      await expect.poll(() => toasts().count()).toBe(0)
    })

    test('what has vanished can be read in the message history', async () => {
      await press('Say note').click()
      await press('Say low').click()
      await visit.page.keyboard.press('Escape')
      await visit.page.getByRole('button', { name: 'Inbox', exact: true }).click()
      const history = visit.page.getByRole('dialog', { name: 'Inbox' })
      await history.getByRole('tab', { name: 'Messages 1' }).click()
      await history.getByRole('listitem').first().waitFor()
      expect(await history.getByRole('listitem').allTextContents()).toEqual([
        expect.stringMatching(/^Low/),
        expect.stringMatching(/^Take note/),
      ])
      await visit.page.keyboard.press('Escape')
      await history.waitFor({ state: 'detached' })
      expect(await focused().getAttribute('aria-label')).toBe('Inbox')
    })
  })

  describe('message boxes', () => {
    test('alert: named by its title, focus on its button, closed neither by backdrop nor by Escape, but by X', async () => {
      await press('Alert').click()
      await box('Done').waitFor()
      expect(await focused().textContent()).toBe('OK')
      await visit.page.keyboard.press('Escape')
      await visit.page.mouse.click(20, 700)
      await visit.page.waitForTimeout(200)
      expect(await box('Done').count()).toBe(1)
      expect(await box('Done').getByRole('button', { name: 'Cancel' }).count()).toBe(0)
      await box('Done').getByRole('button', { name: 'Close' }).click()
      await answered('{"action":"close"}')
      await press('Alert').click()
      await visit.page.keyboard.press('Enter')
      await answered('{"action":"confirm"}')
    })

    test('confirm tells confirm, cancel and close apart', async () => {
      const ways: [string, () => Promise<void>][] = [
        ['confirm', () => box('Delete coupon').getByRole('button', { name: 'OK' }).click()],
        ['cancel', () => box('Delete coupon').getByRole('button', { name: 'Cancel' }).click()],
        ['close', () => box('Delete coupon').getByRole('button', { name: 'Close' }).click()],
        ['close', () => visit.page.keyboard.press('Escape')],
        ['close', () => visit.page.mouse.click(20, 700)],
      ]
      for (const [action, leave] of ways) {
        await press('Confirm').click()
        await box('Delete coupon').waitFor()
        await leave()
        await answered(JSON.stringify({ action }))
        await box('Delete coupon').waitFor({ state: 'detached' })
      }
    })

    test('text selected beyond the edge of the box does not close it', async () => {
      await press('Confirm').click()
      const inside = await box('Delete coupon').boundingBox()
      await visit.page.mouse.move((inside?.x ?? 0) + 20, (inside?.y ?? 0) + 60)
      await visit.page.mouse.down()
      await visit.page.mouse.move(20, 700)
      await visit.page.mouse.up()
      await visit.page.waitForTimeout(200)
      expect(await box('Delete coupon').count()).toBe(1)
    })

    test('Tab stays inside, the page behind does not scroll, and the focus returns to the opener', async () => {
      await press('Confirm').click()
      await box('Delete coupon').waitFor()
      const names: (string | null)[] = []
      for (let n = 0; n < 4; n += 1) {
        await visit.page.keyboard.press('Tab')
        names.push((await focused().getAttribute('aria-label')) ?? (await focused().textContent()))
      }
      expect(new Set(names)).toEqual(new Set(['Close', 'Cancel', 'OK']))
      expect(await visit.page.locator('body').getAttribute('class')).toContain('scroll-locked')
      await visit.page.keyboard.press('Escape')
      await box('Delete coupon').waitFor({ state: 'detached' })
      expect(await focused().textContent()).toBe('Confirm')
      await expect.poll(() => visit.page.locator('body').getAttribute('class')).not.toContain('scroll-locked')
    })

    test("a prompt's confirm is blocked while its value is invalid, by button and by Enter", async () => {
      await press('Prompt').click()
      await prompt().waitFor()
      const input = prompt().getByRole('textbox', { name: 'Name of the role' })
      expect(await prompt().locator('input:focus').count()).toBe(1)
      expect(await input.getAttribute('aria-invalid')).toBeNull()
      await visit.page.keyboard.press('Enter')
      expect(await input.getAttribute('aria-invalid')).toBe('true')
      await input.fill('two words')
      await prompt().getByText('Only letters, digits, hyphen and underscore').waitFor()
      await prompt().getByRole('button', { name: 'OK' }).click()
      expect(await prompt().count()).toBe(1)
      await input.fill('editor_2')
      expect(await input.getAttribute('aria-invalid')).toBeNull()
      await visit.page.keyboard.press('Enter')
      await answered('{"action":"confirm","value":"editor_2"}')
      await press('Prompt').click()
      await prompt().getByRole('button', { name: 'Cancel' }).click()
      await answered('{"action":"cancel"}')
    })

    test('going back closes the box and answers it', async () => {
      await visit.page.getByRole('link', { name: 'Coupons', exact: true }).click()
      await visit.page.getByRole('heading', { level: 1, name: 'Coupons' }).waitFor()
      await visit.page.goBack()
      await press('Confirm').click()
      await box('Delete coupon').waitFor()
      await visit.page.goBack()
      await box('Delete coupon').waitFor({ state: 'detached' })
    })

    test('Escape with a toast and a box open: the box first, the toast with the next press', async () => {
      await press('Say sticky').click()
      await press('Confirm').click()
      await box('Delete coupon').waitFor()
      await visit.page.keyboard.press('Escape')
      await box('Delete coupon').waitFor({ state: 'detached' })
      expect(await toasts().count()).toBe(1)
      await visit.page.keyboard.press('Escape')
      await expect.poll(() => toasts().count()).toBe(0)
    })

    test('Escape with a toast and an alert open goes to the toast', async () => {
      await press('Say sticky').click()
      await press('Alert').click()
      await box('Done').waitFor()
      await visit.page.keyboard.press('Escape')
      await expect.poll(() => toasts().count()).toBe(0)
      expect(await box('Done').count()).toBe(1)
    })
  })
})
