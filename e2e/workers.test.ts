import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { grant } from '../src/app/testing/grant.server.ts'
import { installJobs, type Jobs, startJobs } from '../src/core/jobs/jobs.server.ts'
import { silent } from '../src/db/testing/embedded-database.server.ts'
import { createRunLedger } from '../src/features/workers/run-ledger.server.ts'
import { faultsOf, looks, scrollsSideways } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('workers', () => {
  let product: Product
  let jobs: Jobs

  beforeAll(async () => {
    product = await startProduct({ name: 'worker flows' })
    const { database, jobs: all } = product.server
    await grant(database, 'read-only', 'settings', 'ui')
    const run = (name: string, state: string, error: string | null) =>
      sql`
      insert into job_runs (name, cause, state, started_at, finished_at, beat_at, instance, error)
      select ${name}, 'schedule', ${state}, now() - make_interval(days => i, secs => 90 - i), now() - make_interval(days => i), now(), 'e2e-1', ${error}
      from generate_series(1, 5) i`.execute(database.kysely)
    await run('judge-page-links', 'succeeded', null)
    await sql`
      insert into job_runs (name, cause, state, started_at, finished_at, instance, error)
      values ('judge-page-links', 'schedule', 'failed', now() - interval '61 seconds', now() - interval '60 seconds', 'e2e-1', 'canceling statement due to statement timeout (57014)')`.execute(
      database.kysely,
    )
    await installJobs(database)
    const only = all.filter(({ name }) => name === 'judge-page-links').map((job) => ({ ...job, cron: undefined }))
    jobs = startJobs({
      database,
      log: silent,
      ledger: createRunLedger(database),
      jobs: only.map(({ cron: _, ...job }) => job),
    })
  })
  afterAll(async () => {
    await jobs?.stop()
    await product?.stop()
  })

  it('are found by what is wrong, run, paused and resumed', async () => {
    const { page, refused } = await product.enter('admin', '/workers')
    await page.waitForURL(/\/workers\/list/)
    const first = page.getByRole('table', { name: 'Workers' }).getByRole('row').nth(1)
    await first.getByText('Failing').waitFor()
    await first.getByText('Read the error').waitFor()
    await first.getByRole('link', { name: 'Link check' }).click()
    await page.getByRole('heading', { level: 1, name: 'Link check' }).waitFor()
    const main = page.getByRole('main')
    await main.getByText('canceling statement due to statement timeout (57014)').first().waitFor()
    await main.getByText('Broken links on pages go unnoticed.').waitFor()
    await main.getByText('At 03:17').waitFor()
    expect(await main.getByRole('list').getByRole('listitem').count()).toBe(5)

    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('status').getByText('Run requested').waitFor()
    const newest = page.getByRole('group', { name: 'Last runs' }).getByRole('row').nth(1)
    await newest.getByText('Manual · Ingrid Solheim').waitFor()
    await newest.getByText('Succeeded').waitFor()
    await main.getByText('Fine').waitFor()

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Pause…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pause Link check' })
    await dialog.getByRole('button', { name: 'Pause' }).click()
    await dialog.getByText('Enter a reason.').waitFor()
    await dialog.getByLabel('Reason').fill('The site is being moved')
    await dialog.getByRole('button', { name: 'Pause' }).click()
    await main.getByText('The site is being moved').waitFor()
    await main.getByText('None while paused.').waitFor()

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Run now' }).click()
    const question = page.getByRole('alertdialog', { name: 'Run Link check although it is paused?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('status').getByText('Link check resumed').waitFor()
    await main.getByText('None while paused.').waitFor({ state: 'hidden' })
    expect(refused.filter((call) => !call.startsWith('422'))).toEqual([])
  })

  it('lead to the next one by a key, in the order that the list was sorted by', async () => {
    const { page } = await product.enter('admin', '/workers/list')
    const table = page.getByRole('table', { name: 'Workers' })
    await table.getByRole('columnheader', { name: 'Worker' }).getByRole('button').first().click()
    await expect.poll(() => table.getByRole('row').nth(1).getByRole('link').first().textContent()).toMatch(/^A/)
    const [first = '', second = ''] = await table.getByRole('link').allTextContents()
    await table.getByRole('link', { name: first, exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: first }).waitFor()
    await page.getByText(/^1 of \d+$/).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('heading', { level: 1, name: second }).waitFor()
    await page.getByText(/^2 of \d+$/).waitFor()
    await page.context().close()
  })

  it('run by another schedule once it is changed, which is previewed and can be reset', async () => {
    const { page } = await product.enter('admin', '/workers/update?id=judge-page-links')
    const main = page.getByRole('main')
    const open = async () => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Edit schedule…' }).click()
    }
    await open()
    const dialog = page.getByRole('dialog', { name: 'Schedule of Link check' })
    const cron = dialog.getByLabel('Cron expression')
    await cron.fill('0 9 * *')
    await dialog.getByText('Enter five fields', { exact: false }).waitFor()
    await cron.fill('0 9 * * 1-5')
    await dialog.getByLabel('Time zone').fill('Europe/Madrid')
    await dialog.getByText('At 09:00, Monday through Friday').waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(5)
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await main.getByText('At 09:00, Monday through Friday').waitFor()
    await main.getByText('Changed by Ingrid Solheim', { exact: false }).waitFor()
    await open()
    await dialog.getByRole('button', { name: 'Reset to default' }).click()
    await main.getByText('At 03:17').waitFor()
  })

  it('are shown to who can only read, without a button, and an unknown one says so', async () => {
    const { page } = await product.enter('read-only', '/workers/update?id=judge-page-links')
    await page.getByText('You can read this page but not change it', { exact: false }).waitFor()
    expect(await page.getByRole('button', { name: 'Run now' }).count()).toBe(0)
    await page.goto(`${product.server.url}/workers/update?id=no-such-worker`)
    await page.getByText('Worker not found').waitFor()
    await page.goto(`${product.server.url}/workers/update`)
    await page.getByText('Worker not found').waitFor()
  })

  it.each(looks)('are free of faults at $width px, $colorScheme', async (look) => {
    const { page } = await product.enter('admin', '/workers/list', look)
    await page.getByRole('table', { name: 'Workers' }).getByText('Link check').waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    await page.goto(`${product.server.url}/workers/update?id=judge-page-links`)
    await page.getByRole('img', { name: /^Usually/ }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
  })
})
