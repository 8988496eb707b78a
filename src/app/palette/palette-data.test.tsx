import { beforeEach, describe, expect, it } from 'vitest'
import type { Grants } from '../../core/access/access.ts'
import { menuOf } from '../navigation/menu.web.ts'
import { sitemap } from '../sitemap.web.ts'
import { builtNodes, visibleNodes } from '../../ui/sitemap-node.web.ts'
import { loadResources } from '../resources.web.ts'
import { creationPages } from './creations.web.ts'
import { pageOptions, surestFirst } from './page-options.web.ts'
import { findableResources, pastedPlace, screenOptions } from './places.web.ts'
import { bindShortcut, historyShortcut, nextRecordShortcut, rowsShortcut } from '../../ui/shortcuts.web.ts'
import { RECENTS_KEY } from '../session/recents-key.ts'
import { forgetRecords, recentRecords, rememberRecord } from './recents.web.ts'
import { stillFitting } from './still-fitting.ts'

const MOST_RECENT = 10

const resources = await loadResources()

const everything: Grants = { isSuperUser: true, objects: {} }
const reader: Grants = { isSuperUser: false, objects: { ui: ['coupons', 'users'] } }
const site = { root: 'https://shop.example/', url: 'https://shop.example/en' }
const screensOf = (grants: Grants) => screenOptions(menuOf(visibleNodes(builtNodes(sitemap), grants), site))

beforeEach(() => window.localStorage.clear())

describe('what the palette offers', () => {
  it('is every entry of the menu with its group and no page besides', () => {
    const titles = screensOf(everything).map(({ title, around }) => [around, title].filter(Boolean).join(' › '))
    expect(titles).toContain('Purchases › All purchases')
    expect(titles).toContain('Dashboard')
    expect(titles.filter((title) => /New|Edit|^Role$/.test(title))).toEqual([])
  })

  it('is only what the person can see, find and create', () => {
    const titles = screensOf(reader).map(({ title }) => title)
    expect(titles).toContain('Coupons')
    expect(titles.filter((title) => ['All purchases', 'Audit', 'Roles', 'Messages'].includes(title))).toEqual([])
    expect(creationPages(sitemap, reader)).toEqual([])
    expect(
      findableResources(resources, sitemap, reader)
        .map(({ resource }) => resource.access.object)
        .filter((object) => !['coupons', 'users'].includes(object)),
    ).toEqual([])
  })

  it('makes what has a page of its own to be made on, with the right to write', () => {
    const titles = (grants: Grants) => creationPages(sitemap, grants).map(({ node }) => node.title)
    expect(titles(everything)).toEqual(
      expect.arrayContaining(['New coupon', 'New API user', 'Invite an admin user', 'New role', 'New IP range']),
    )
    // A page about one record that isn't a form has no create beside it, and swallowed the keys of its reader for a while.
    expect(titles(everything).filter((title) => !/^(New|Invite) /.test(title ?? ''))).toEqual([])
    expect(titles({ ...reader, objects: { ...reader.objects, write: ['coupons'] } })).toEqual(['New coupon'])
    expect(titles({ isSuperUser: false, objects: { write: ['coupons'] } })).toEqual([])
  })

  it('is each letter after g once', () => {
    const keys = screensOf(everything).flatMap(({ keys }) => keys ?? [])
    expect(keys.length).toBeGreaterThan(5)
    expect(keys).toEqual([...new Set(keys)])
  })

  it('is not a page that the person cannot open, even if its address was pasted', () => {
    const at = (address: string, grants: Grants) => pastedPlace(address, 'https://desk.example', sitemap, grants)
    expect(at('https://desk.example/coupons/update?id=7', reader)).toMatchObject({
      option: { href: '/coupons/update?id=7', title: 'Open Edit coupon 7' },
    })
    expect(at('https://desk.example/roles/update/admin', everything)).toMatchObject({
      option: { href: '/roles/update/admin' },
    })
    for (const address of ['/roles/list', '/purchases/list', '/nowhere', '/coupons/update/7'])
      expect(at(address, reader), address).toHaveProperty('refusal')
    expect(at('coupons', reader)).toBeNull()
  })
})

describe('what can be done on the page', () => {
  it('is its new record and the commands that are bound there, run as their shortcut would', () => {
    const page = creationPages(sitemap, everything).find(({ path }) => path === '/coupons/create')
    expect(pageOptions(page ?? null).map(({ title }) => title)).toEqual(['New coupon'])
    const ran: string[] = []
    const unbind = [historyShortcut, rowsShortcut].map((shortcut) =>
      bindShortcut(shortcut, () => ran.push(shortcut.does)),
    )
    const offered = pageOptions(null)
    for (const { run } of offered) run?.()
    for (const release of unbind) release()
    // J to the rows of a list is no next record.
    expect(rowsShortcut.keys).toBe(nextRecordShortcut.keys)
    expect(ran).toEqual([historyShortcut.does])
    expect(pageOptions(null)).toEqual([])
  })
})

describe('found records', () => {
  const group = (resource: string, ...titles: string[]) => ({
    resource,
    records: titles.map((title, id) => ({ id, title, variant: null, details: [] })),
  })
  const order = (typed: string, ...found: ReturnType<typeof group>[]) =>
    surestFirst(found, typed).map(({ resource }) => resource)

  it('begin with people for a name, and with their own order for a code', () => {
    const found = [
      group('purchases', 'FJEDN35G'),
      group('admin-users', 'Mateo García'),
      group('customers', 'Ana García Peña', 'Begoña Garcías'),
    ]
    expect(order('garcia', ...found)).toEqual(['customers', 'admin-users', 'purchases'])
    expect(order('FJ-35', ...found)).toEqual(['purchases', 'admin-users', 'customers'])
  })

  it('begin with what is called exactly so, before people and everything that only has it in its name', () => {
    const city = group('cities', 'Madrid')
    const found = [
      group('purchases', 'EHVH2RGY'),
      group('events', 'Madrid Jazz Festival'),
      group('customers', 'Luis Madrid'),
    ]
    expect(order('madrid', ...found, city)).toEqual(['cities', 'customers', 'purchases', 'events'])
  })

  it('leave people in their place where the letters are only within a name', () => {
    const found = [group('purchases', 'NRRSQKJS'), group('admin-users', 'Hiroshi Tanabe')]
    expect(order('ana', ...found)).toEqual(['purchases', 'admin-users'])
  })
})

describe('an answer for an earlier text', () => {
  const found = [
    {
      resource: 'coupons',
      hasMore: false,
      records: [
        { id: 1, title: 'NOOR-10', variant: null, details: ['For Noor'] },
        { id: 2, title: 'NOOR-20', variant: null, details: [] },
      ],
    },
  ]
  it('counts only for records that have what is typed now in them', () => {
    expect(stillFitting(found, 'noor-2').flatMap(({ records }) => records.map(({ id }) => id))).toEqual([2])
    expect(stillFitting(found, 'keyboard shortcuts')).toEqual([])
  })
})

describe('recent records', () => {
  const record = (id: number) => ({ resource: 'coupons', id, page: 'update' })

  it('are the last ten, the last first, each once', () => {
    for (let id = 1; id <= 15; id++) rememberRecord('ana@x.test', record(id))
    rememberRecord('ana@x.test', record(10))
    expect(recentRecords('ana@x.test').map(({ id }) => id)).toEqual([10, 15, 14, 13, 12, 11, 9, 8, 7, 6])
    expect(recentRecords('ana@x.test')).toHaveLength(MOST_RECENT)
  })

  it('hold neither titles nor anything else of the record', () => {
    rememberRecord('ana@x.test', { ...record(1), title: 'Ana García' } as never)
    expect(window.localStorage.getItem(RECENTS_KEY)).not.toContain('García')
  })

  it('are one person’s: another one finds none, and leaves none of the first', () => {
    rememberRecord('ana@x.test', record(1))
    expect(recentRecords('bob@x.test')).toEqual([])
    expect(recentRecords('ana@x.test')).toEqual([])
  })

  it('forget what is gone', () => {
    for (const id of [1, 2]) rememberRecord('ana@x.test', record(id))
    forgetRecords('ana@x.test', [record(1)])
    expect(recentRecords('ana@x.test').map(({ id }) => id)).toEqual([2])
  })

  it.each([
    '{',
    '[]',
    'null',
    '{"owner":"ana@x.test","records":[{"resource":"../x","id":1,"page":"update"},{"resource":"coupons","id":"1"},7]}',
  ])('survive a storage that was tampered with: %s', (stored) => {
    window.localStorage.setItem(RECENTS_KEY, stored)
    expect(recentRecords('ana@x.test')).toEqual([])
  })
})
