import { defineResource } from '../../../core/resource/resource.ts'
import { boolean, date, integer, longText, money, ref, select, text } from '../../../core/resource/fields.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { cell } from '../inline-edit-test-page.tsx'

export const shops = defineResource('shops', {
  label: ['Shop', 'Shops'],
  access: 'places',
  operations: ['list', 'read', 'create', 'update'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 20 }),
    notes: longText(),
    rooms: integer({ min: 1 }),
    isOpen: boolean(),
    since: date(),
    kind: select(['kiosk', 'hall']),
    currency: text({ required: true, format: 'currency' }),
    rent: money({ currency: 'currency' }),
    townId: ref(nameOf('towns')),
    cityId: ref(nameOf('cities')),
  },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})
export const shop = (id: number, more: object = {}): AnyRecord => ({
  id,
  version: 3,
  name: `Shop ${id}`,
  notes: 'A note',
  rooms: 2,
  isOpen: false,
  since: '2026-01-02',
  kind: 'kiosk',
  currency: 'EUR',
  rent: 120_00,
  townId: null,
  town: null,
  cityId: 7,
  city: { id: 7, title: 'Rome' },
  ...more,
})

export const words = (id: number, key: string) => cell(id, key)?.textContent
