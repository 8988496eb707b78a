import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { type Console, type Visit, startConsole } from './shell/console.ts'

export const chromiumPath = inject('chromiumPath')

let marquee: Console
export let visit: Visit

/** Starts the console on a made-up sitemap for the flows of a file, and stops it after them. */
export function startShell(): void {
  beforeAll(async () => {
    marquee = await startConsole(chromiumPath ?? '')
  })
  afterAll(() => marquee.close())
  beforeEach(async () => {
    visit = await marquee.open({}, 'admin')
    await visit.goTo('/settings/try')
    await press('Say saved').waitFor()
  })
  afterEach(async () => {
    await visit.page.context().close()
    expect(visit.faults).toEqual([])
  })
}

export const press = (name: string) => visit.page.getByRole('button', { name, exact: true })
export const region = () => visit.page.getByRole('region', { name: 'Notifications' })
export const toasts = () => region().locator('[data-type]')
const answer = () => visit.page.getByRole('status', { name: 'Answer' })
export const box = (name: string) => visit.page.getByRole('alertdialog', { name })

export const answered = (text: string) => expect.poll(() => answer().textContent()).toBe(text)
