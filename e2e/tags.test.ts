import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { faultsOf } from './axe.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { admin, made, product, startRules, toasts, unique } from './testing/rule-flows.ts'

describe.skipIf(inject('chromiumPath') === null)('rules and tags', () => {
  startRules()

  it('finds tags that are nearly the same, and leads to where they are merged', async () => {
    const word = unique('Puppetry')
    const [keep, other] = [await made('tags', { name: `${word} shows` }), await made('tags', { name: `${word} show` })]
    const { page, refused } = await product.enter('admin', '/tags/list')
    await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Hygiene' }).click()
    const pairs = page.getByRole('region', { name: 'Nearly the same' })
    await pairs.getByRole('link', { name: `Merge ${other.name} into ${keep.name}` }).click()
    await page.waitForURL(new RegExp(`/tags/update/${keep.id}\\?merge=${other.id}$`))
    const merges = page.getByRole('region', { name: 'Merges' })
    const dialog = page.getByRole('dialog', { name: `Merge into ${keep.name}` })
    await dialog.getByText(`Nothing links to ${other.name}.`).waitFor()
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await toasts(page).getByText(`${other.name} merged into ${keep.name}`).waitFor()
    await merges.getByRole('button', { name: `Undo the merge of ${other.name}` }).waitFor()
    await page.waitForURL(new RegExp(`/tags/update/${keep.id}$`))
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('merges the tags that are selected into one of them, and puts others under a group that is there', async () => {
    const word = unique('Marionette')
    const [one, two, three] = [
      await made('tags', { name: `${word} A` }),
      await made('tags', { name: `${word} B` }),
      await made('tags', { name: `${word} C`, groupName: `Group ${word}` }),
    ]
    const { page, refused } = await product.enter('admin', `/tags/list?q=${encodeURIComponent(word)}`)
    const select = async (name: string) =>
      await page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('checkbox', { name: 'Select row' })
        .check()
    for (const { name } of [one, two]) await select(name)
    await page.getByRole('button', { name: 'Group…' }).click()
    const grouping = page.getByRole('dialog', { name: 'Edit 2 tags' })
    await grouping.getByRole('combobox', { name: 'Group', exact: true }).fill(word)
    await page.getByRole('option', { name: `Group ${word}` }).click()
    await grouping.getByRole('button', { name: 'Preview' }).click()
    await grouping.getByRole('button', { name: 'Change 2 tags' }).click()
    await toasts(page).getByText('2 tags changed').waitFor()
    for (const { name } of [one, three]) await select(name)
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge 2 tags' })
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await toasts(page).getByText(`1 merged into ${one.name}`).waitFor()
    expect((await admin.get('/rest/data/tags', { q: word, sort: ['id', 'ASC'] })).body).toMatchObject(
      [one, two].map(({ id }) => ({ id, groupName: `Group ${word}` })),
    )
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('maps a supplier’s tag to one of ours, which its products have then, and makes a new tag of another', async () => {
    const records = maker(product.server.database.kysely, resources, examples)
    const db = product.server.database.kysely
    const {
      rows: [found],
    } = await sql<{ id: number }>`select id from providers where code = 'tiqets'`.execute(db)
    const providerId = found?.id ?? (await records.make('providers', { code: 'tiqets' }))
    const [mapped, unmapped] = [unique('walk').replaceAll(' ', '-'), unique('boat').replaceAll(' ', '-')]
    const id = await records.make('products', {
      providerId,
      supplierTags: [mapped, unmapped],
      tagIds: [],
      status: 'live',
      suspendedBecause: null,
    })
    const [ours, other] = [
      await made('tags', { name: unique('Of tours'), kind: 'tour' }),
      await made('tags', { name: unique('Of events') }),
    ]
    const tagIds = async () => ((await admin.get(`/rest/data/products/${id}`)).body as { tagIds: number[] }).tagIds
    const { page, refused } = await product.enter('admin', '/tags/list?show=hygiene')
    const panel = page.getByRole('region', { name: 'Unmapped supplier tags' })
    await panel.getByRole('link', { name: `1 product with Tiqets ${mapped}` }).waitFor()
    await panel.getByRole('button', { name: `Map Tiqets ${mapped} to a tag` }).click()
    const dialog = page.getByRole('dialog', { name: `Map Tiqets ${mapped}` })
    const choose = async (name: string) => {
      await dialog.getByRole('combobox', { name: 'Tag' }).fill(name)
      await page.getByRole('option', { name, exact: true }).click()
      await dialog.getByRole('button', { name: 'Map', exact: true }).click()
    }
    await choose(other.name)
    await dialog.getByText(`${other.name} is a tag of events: products have those of tours.`).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await choose(ours.name)
    await toasts(page).getByText(`Tiqets ${mapped} is mapped to ${ours.name}`).waitFor()
    await panel.getByText(mapped, { exact: true }).waitFor({ state: 'detached' })
    expect(await tagIds()).toEqual([ours.id])
    await panel.getByRole('link', { name: `Create tag: Tiqets ${unmapped}` }).click()
    const name = unique('Boats')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await toasts(page).getByText(`Tag ${name} created`).waitFor()
    await expect.poll(async () => (await tagIds()).length).toBe(2)
    expect(refused).toEqual([])
    await page.context().close()
  })
})
