import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
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
  afterEach(async () => {
    await visit.page.context().close()
    expect(visit.faults).toEqual([])
  })
}

export async function open(path: string, options: BrowserContextOptions = {}, role = 'admin') {
  visit = await marquee.open(options, role)
  await visit.goTo(path)
  await visit.page.getByRole('heading', { level: 1 }).waitFor()
}
export const main = () => visit.page.getByRole('navigation', { name: 'Main' })
export const heading = (name: string) => visit.page.getByRole('heading', { level: 1, name, exact: true })
export const hamburger = () => visit.page.getByRole('button', { name: 'Toggle sidebar' })
