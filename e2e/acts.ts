import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'

/** The acts that docs/ease.md promises, typed text apart: for a task of its first table, or for a job of an area. */
export function promised(...title: readonly [task: string] | readonly [area: string, job: string]): number {
  const doc = readFileSync(new URL('../docs/ease.md', import.meta.url), 'utf8')
  const row = doc.split('\n').find((line) => line.startsWith(`| ${title.join(' | ')} |`))
  return Number(row?.split('|')[title.length + 1])
}

/** Counts what a person does on a page: each click is an act, and each key that is not typed text, a chord too. */
export function actsOn(page: Page) {
  let acts = 0
  return {
    page,
    async click(what: Locator): Promise<void> {
      await what.click()
      acts += 1
    },
    async press(key: string, times = 1): Promise<void> {
      for (let press = 0; press < times; press++) await page.keyboard.press(key)
      acts += times
    },
    /** Into a native list of choices, which then takes what is typed: the browser draws its list where no test can click. */
    async reach(what: Locator): Promise<void> {
      await what.focus()
      acts += 1
    },
    /** Typed text does not count; getting into its field does. */
    type: (text: string) => page.keyboard.type(text),
    count: () => acts,
  }
}
