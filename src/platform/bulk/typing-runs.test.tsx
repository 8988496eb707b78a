import { expect, it } from 'vitest'
import { integer, text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { rounds } from '../../core/testing/rounds.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import {
  answerWith,
  cell,
  pressPencil,
  drawList,
  editor,
  input,
  press,
  type,
  wait,
  onInlineEditPage,
} from './inline-edit-test-page.tsx'

onInlineEditPage()

const STEPS = 20
const keys = ['name', 'rooms'] as const

const shops = defineResource('shops', {
  label: ['Shop', 'Shops'],
  access: 'places',
  operations: ['list', 'read', 'create', 'update'],
  title: 'name',
  fields: { name: text({ required: true, max: 20 }), rooms: integer({ min: 1 }) },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})

/** Numbers from 0 to below `below`, the same for the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** A server that answers late and takes a change only on the version that it has. */
function slowServer(records: Map<number, AnyRecord>, random: (below: number) => number): void {
  answerWith(async ({ path, ifMatch, body }) => {
    await new Promise((resolve) => setTimeout(resolve, random(60)))
    const stored = records.get(Number(path.split('/').at(-1)))
    if (!stored) return [404, { error: 'NotFound', message: 'Shop not found.' }]
    if (ifMatch !== `"${stored.version}"`) return [412, { error: 'StaleVersion', message: '', current: stored }]
    const saved = { ...stored, ...(body as object), version: stored.version + 1 }
    records.set(stored.id, saved)
    return [200, saved]
  })
}

async function run(seed: number): Promise<void> {
  const random = randomOf(seed)
  const start = [1, 2, 3].map((id): AnyRecord => ({ id, version: 1, name: `Shop ${id}`, rooms: id }))
  const [stored, typed] = [
    new Map(start.map((one) => [one.id, one])),
    new Map(start.map((one) => [one.id, { ...one }])),
  ]
  slowServer(stored, random)
  await drawList(shops, start)
  const log: string[] = []
  for (let step = 0; step < STEPS; step++) {
    const [id, key] = [1 + random(3), keys[random(keys.length)] ?? 'name']
    const value = key === 'name' ? `Name ${seed}.${step}` : 10 + random(90)
    const end = ['Enter', 'Tab', 'Escape'][random(3)] ?? 'Enter'
    log.push(`${key} of ${id}: ${value}, ${end}`)
    if (editor()) await press('Escape')
    await pressPencil(cell(id, key))
    await type(String(value))
    await press(end, {}, input())
    if (end !== 'Escape') typed.set(id, { ...typed.get(id), [key]: value } as AnyRecord)
  }
  if (editor()) await press('Escape')
  await wait(300)
  const story = `seed ${seed}\n${log.join('\n')}`
  for (const [id, { name, rooms }] of typed) {
    expect(stored.get(id), story).toMatchObject({ name, rooms })
    expect([cell(id, 'name')?.textContent, cell(id, 'rooms')?.textContent], story).toEqual([name, String(rooms)])
  }
}

it.each(Array.from({ length: rounds.typing }, (_, n) => n + 1))(
  'what is typed into cells while the server is slow is there and stored in the end, run %i',
  { timeout: 30_000 },
  run,
)
