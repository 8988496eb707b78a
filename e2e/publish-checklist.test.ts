import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../src/app/testing/examples.server.ts'
import { resources } from '../src/app/registry.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { type Product, startProduct } from './product.ts'

const pages = resources.filter(({ page, operations }) => page !== undefined && operations.includes('update'))

describe.skipIf(inject('chromiumPath') === null)('the publish checklist', () => {
  let product: Product
  let make: ReturnType<typeof maker>['make']
  beforeAll(async () => {
    product = await startProduct({ name: 'publish checklist' })
    make = maker(product.server.database.kysely, resources, examples).make
  })
  afterAll(async () => {
    await product?.stop()
  })

  const addressOf = async (page: Page, name: string, id: number) => {
    // The list's own link to the record is what the sitemap makes of it.
    const address = [`/${name}/${id}`, `/${name}/update/${id}`, `/${name}/update?id=${id}`]
    for (const one of address) {
      await page.goto(product.server.url + one)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (new URL(page.url()).pathname !== '/404') return product.server.url + one
    }
    throw new Error(`No page shows one of ${name}.`)
  }

  // Additions to a definition are covered automatically: each item that can be missing is treated as missing.
  it.each(pages.map(({ name }) => name))('leads to where it is mended, of %s', { timeout: 300_000 }, async (name) => {
    const id = await make(name, { publication: 'draft' })
    const { page } = await product.enter('admin', '/dashboard')
    page.setDefaultTimeout(40_000)
    const labels: string[] = []
    await page.route(`**/${name}/${id}/publication`, async (route) => {
      const reply = await route.fetch()
      const state = (await reply.json()) as { findings: { lack: string; isMet: boolean; isBlocking: boolean }[] }
      const findings = state.findings.map((one) => ({ ...one, isMet: false }))
      labels.splice(0, Infinity, ...findings.map(({ lack }) => lack.charAt(0).toUpperCase() + lack.slice(1)))
      await route.fulfill({ response: reply, json: { ...state, findings } })
    })
    const address = await addressOf(page, name, id)
    const panel = page.getByRole('region', { name: 'Publication', exact: true })
    await panel.getByRole('listitem').first().waitFor()
    expect(labels.length).toBeGreaterThan(1)
    const dead: string[] = []
    for (const label of labels.slice()) {
      const link = panel
        .getByRole('button', { name: label, exact: true })
        .or(panel.getByRole('link', { name: label, exact: true }))
        .first()
      if ((await link.count()) === 0) {
        dead.push(`${label}: no link`)
        continue
      }
      const isPage = (await link.getAttribute('href')) !== null
      await link.click()
      if (isPage) {
        await page.waitForURL((url) => url.href !== address)
        await page.getByRole('heading', { level: 1 }).waitFor()
        if (new URL(page.url()).pathname === '/404') dead.push(`${label}: /404`)
        await page.goBack()
        await panel.getByRole('listitem').first().waitFor()
        continue
      }
      const isThere = () =>
        page.evaluate(() => {
          const target = document.activeElement
          if (!(target instanceof HTMLElement) || target.closest('section[aria-label="Publication"]')) return false
          const { top, bottom } = target.getBoundingClientRect()
          return target.closest('#main') !== null && target.id !== 'main' && bottom > 0 && top < window.innerHeight
        })
      await expect
        .poll(isThere, { timeout: 6_000 })
        .toBe(true)
        .catch(() => dead.push(`${label}: nothing happens`))
      if (page.url() !== address) {
        await page.goBack()
        await panel.getByRole('listitem').first().waitFor()
      }
    }
    expect(dead).toEqual([])
    await page.context().close()
  })

  it('says first what is lacking and folds what has passed', async () => {
    const id = await make('cities', { publication: 'draft' })
    const { page } = await product.enter('admin', `/cities/update?id=${id}`)
    const panel = page.getByRole('region', { name: 'Publication', exact: true })
    const passed = panel.locator('summary')
    await passed.waitFor()
    expect(await passed.innerText()).toMatch(/^\d+ passed$/)
    const states = () =>
      panel.locator('li[data-state]:visible').evaluateAll((all) => all.map((one) => one.getAttribute('data-state')))
    const open = await states()
    expect(open).not.toContain('met')
    expect(open).toEqual([...open].toSorted((one, other) => (one === other ? 0 : one === 'blocking' ? -1 : 1)))
    await passed.click()
    expect(await states()).toContain('met')
    await page.context().close()
  })
})
