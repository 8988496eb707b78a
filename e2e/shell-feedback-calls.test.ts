import { describe, expect, test } from 'vitest'
import { answered, box, chromiumPath, press, region, startShell, toasts, visit } from './testing/shell-feedback.ts'

const json = (status: number, body: unknown) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
})

describe.skipIf(!chromiumPath)('toasts, message boxes and failed calls', () => {
  startShell()

  describe('failed calls', () => {
    const reply = (status: number, body: unknown) =>
      visit.page.route('**/rest/data/things**', (route) => route.fulfill(json(status, body)))

    test('a call carries the token, the anti-forgery header and its filter as a JSON string', async () => {
      const sent = visit.page.waitForRequest('**/rest/data/things**')
      await press('Call once').click()
      const request = await sent
      expect(new URL(request.url()).searchParams.get('filter')).toBe('{"code":["A"]}')
      expect(request.headers()['x-token']).toBe(await visit.cookie('token'))
      expect(request.headers()['x-xsrf-token']).toBe('a/b')
      expect(request.headers()['accept']).toBe('application/json, text/plain, */*')
    })

    test("the server's message is shown, else the status", async () => {
      await reply(409, { message: 'Already refunded in full' })
      await press('Call once').click()
      await region().getByRole('alert').getByText('Already refunded in full').waitFor()
      await reply(503, {})
      await press('Call once').click()
      await region().getByRole('alert').getByText('Request failed with status code 503').waitFor()
    })

    test('without a response: "Something went wrong" for 1 s, once for three calls', async () => {
      await visit.page.route('**/rest/data/things**', (route) => route.abort())
      await press('Call three times').click()
      const toast = region().getByRole('alert')
      await toast.getByText('Something went wrong').waitFor()
      expect(await toast.count()).toBe(1)
      await expect.poll(() => toast.count(), { timeout: 2000 }).toBe(0)
    })

    test('a cancelled request is silent, and its caller still sees a cancellation', async () => {
      await visit.page.route('**/rest/data/slow', () => {})
      await press('Call and cancel').click()
      await answered('"canceled"')
      expect(await toasts().count()).toBe(0)
    })

    test('three parallel 403s share one dialog; Cancel stays on the page with the token', async () => {
      await reply(403, { error: 'SessionExpired', message: 'Expired' })
      await press('Call three times').click()
      await box('Confirm logout').waitFor()
      expect(await visit.page.getByRole('alertdialog').count()).toBe(1)
      expect(await box('Confirm logout').textContent()).toContain(
        'You have been logged out, you can cancel to stay on this page, or log in again',
      )
      await box('Confirm logout').getByRole('button', { name: 'Cancel' }).click()
      await answered('["rejected","rejected","rejected"]')
      expect(visit.address()).toBe('/settings/try')
      expect(await visit.cookie('token')).not.toBeNull()
      expect(await toasts().count()).toBe(0)
    })

    test('Re-Login clears the token and reloads; unsaved edits come back to the same person', async () => {
      await reply(403, { error: 'SessionExpired', message: 'Expired' })
      await visit.page.getByLabel('Note').fill('guarded, and half written')
      await press('Call once').click()
      await box('Confirm logout').getByRole('button', { name: 'Re-Login' }).click()
      await visit.page.waitForURL('**/login?**')
      expect(visit.address()).toBe('/login?redirect=%2Fsettings%2Ftry')
      expect(await visit.cookie('token')).toBeNull()
      await visit.page.getByRole('button', { name: /\bAdmin$/ }).click()
      await press('Say saved').waitFor()
      expect(await visit.page.getByLabel('Note').inputValue()).toBe('guarded, and half written')
    })

    test('another person does not get them', async () => {
      await reply(403, { error: 'SessionExpired', message: 'Expired' })
      await visit.page.getByLabel('Note').fill('half written')
      await press('Call once').click()
      await box('Confirm logout').getByRole('button', { name: 'Re-Login' }).click()
      await visit.page.getByRole('button', { name: /\bRead-only$/ }).click()
      await press('Say saved').waitFor()
      expect(await visit.page.getByLabel('Note').inputValue()).toBe('')
    })

    test('403 UnverifiedIP: token cleared, to the page that explains, no dialog', async () => {
      await reply(403, { error: 'UnverifiedIP', message: 'No' })
      await press('Call three times').click()
      await visit.page.getByText('You were signed out because this network address').waitFor()
      expect(await visit.cookie('token')).toBeNull()
      expect(await visit.page.getByRole('alertdialog').count()).toBe(0)
    })

    test('leaving a page with unsaved changes asks first', async () => {
      await visit.page.getByLabel('Note').fill('guarded text')
      await visit.page.getByRole('link', { name: 'Coupons', exact: true }).click()
      await box('Leave without saving?').getByRole('button', { name: 'Stay' }).click()
      expect(visit.address()).toBe('/settings/try')
      expect(await visit.page.getByLabel('Note').inputValue()).toBe('guarded text')
      await visit.page.getByRole('link', { name: 'Coupons', exact: true }).click()
      await box('Leave without saving?').getByRole('button', { name: 'Leave' }).click()
      await visit.page.getByRole('heading', { level: 1, name: 'Coupons' }).waitFor()
    })

    test('logging out with unsaved changes asks first', async () => {
      await visit.page.getByLabel('Note').fill('guarded text')
      await visit.page.getByRole('button', { name: 'Account' }).click()
      await visit.page.getByRole('menuitem', { name: 'Log Out' }).click()
      await box('Leave without saving?').getByRole('button', { name: 'Stay' }).click()
      expect(await visit.cookie('token')).not.toBeNull()
      expect(visit.address()).toBe('/settings/try')
    })
  })
})
