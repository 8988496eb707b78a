// @vitest-environment happy-dom

import { act, Suspense } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Answers } from '../../../ui/testing/open-screen.tsx'
import { closeScreen, openScreen, Refused } from '../../../ui/testing/open-screen.tsx'
import { ResourcesProvider } from '../../../ui/resource/resources.tsx'
import { cities } from '../../places/geo/cities.ts'
import { viator } from '../viator/viator.ts'
import type { SupplierFacts } from './supplier-facts.ts'
import { MapDialog } from './map-dialog.tsx'

// The input that searches for records has tests of its own.
vi.mock('../../../ui/resource/inputs.tsx', () => ({
  inputOf: (
    { label }: { label: string },
    { name, value, record }: { name: string; value: number | null; record: Record<string, { title: string } | null> },
  ) => (
    <label>
      {label}
      <input name={name} defaultValue={`${value} ${record[name.replace('Id', '')]?.title ?? ''}`} />
    </label>
  ),
}))
afterEach(closeScreen)

const loaded = Promise.resolve([cities])
const band = { optionCode: null, net: 100, retail: 200 }
const preview = {
  dryRun: null,
  draft: {
    destination: { key: '684', name: 'Las Vegas' },
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
    units: [
      { ...band, label: 'Adult', minAge: 18, maxAge: 120 },
      { ...band, label: 'Child', minAge: 5, maxAge: 17 },
    ],
  },
  mapping: {
    ageBands: [
      { label: 'Local resident', minAge: 13, maxAge: 120, type: 'OTHER', isKnown: false },
      { label: 'Adult', minAge: 18, maxAge: 120, type: 'ADULT', isKnown: true },
      { label: 'Child', minAge: 5, maxAge: 17, type: 'CHILD', isKnown: true },
    ],
    lacks: [] as string[],
    timeZone: null as string | null,
    currency: null as string | null,
  },
  duplicate: null,
  distinctions: [],
  calls: [],
}
/** Neither zone nor currency is named. */
const silent = {
  ...preview,
  draft: { ...preview.draft, timeZone: null, currency: '' },
  mapping: { ...preview.mapping, lacks: ['timeZone', 'currency'] },
}
const code = { id: 5, version: 1, supplierTags: ['Museums'], destination: 'Las Vegas' }
const answers = (found: readonly object[], said: object): Answers => ({
  'GET /rest/data/product-codes/5/preview': said,
  'GET /rest/data/cities': found,
  'GET /rest/data/cities/9': { id: 9, version: 1, name: 'Las Vegas', timeZone: 'America/Los_Angeles' },
  'GET /rest/data/currencies': [
    { code: 'EUR', isEnabled: true },
    { code: 'USD', isEnabled: true },
    { code: 'KWD', isEnabled: false },
  ],
  'POST /rest/data/product-codes/map': ({ body }: { body: { timeZone?: string } }) =>
    body.timeZone === 'Mars/Olympus'
      ? new Refused({ timeZone: 'Time zone Mars/Olympus not found.' })
      : { results: [{ id: 5, ok: true }] },
})
const open = async (
  codes: readonly object[],
  found: readonly object[] = [],
  said: object = preview,
  supplier: SupplierFacts = viator,
) =>
  await openScreen(
    <ResourcesProvider value={() => loaded}>
      <Suspense>
        <MapDialog supplier={supplier} codes={codes as never} onClose={() => {}} onMapped={() => {}} />
      </Suspense>
    </ResourcesProvider>,
    answers(found, said),
  )
const known = { city: { id: 3, title: 'Henderson' }, subcategory: { id: 4, title: 'Museums' } }
const bandsIn = (screen: Awaited<ReturnType<typeof open>>) =>
  screen.all('fieldset select') as unknown as readonly HTMLSelectElement[]
async function choose(input: HTMLInputElement | HTMLSelectElement | undefined, value: string): Promise<void> {
  if (!input) throw new Error('No such input.')
  const prototype = input instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype
  await act(async () => {
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event(input instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
    await Promise.resolve()
  })
}
const press = async (button: HTMLElement) =>
  await act(async () => {
    button.click()
    await new Promise((done) => setTimeout(done, 20))
  })
const valueOf = (screen: Awaited<ReturnType<typeof open>>, name: string) =>
  (screen.all(`input[name=${name}]`)[0] as HTMLInputElement | undefined)?.defaultValue

describe('mapping codes', () => {
  it('says what the supplier says: destination, tags, age bands, zone and currency', async () => {
    const text = (await open([code])).text()
    for (const words of ['Las Vegas', 'Museums', 'Adult 18 or older', 'Child 5 to 17', 'America/Los_Angeles', 'USD'])
      expect(text).toContain(words)
    expect(text, 'why what it names is no choice').toContain('Can’t be changed: Viator’s prices are in it.')
    expect(text).toContain('Can’t be changed here: the next sync would bring it back.')
  })

  it('says in what the prices of a supplier are read that does not always name a currency', async () => {
    const text = (await open([code], [], preview, { ...viator, currencyNote: 'Read as euros.' })).text()
    expect(text).toContain('Read as euros.')
    expect(text).not.toContain('prices are in it')
  })

  it('lets people choose what a label means, and sends what they changed', async () => {
    const screen = await open([{ ...code, ...known }])
    expect(screen.all('input[name=timeZone], select[name=currency]'), 'what the supplier names').toEqual([])
    expect(screen.text()).toContain('Unknown label')
    const [resident] = bandsIn(screen)
    expect(bandsIn(screen).map(({ value }) => value)).toEqual(['OTHER', 'ADULT', 'CHILD'])
    await choose(resident, 'STUDENT')
    expect(screen.text(), 'it is known now').not.toContain('Unknown label')
    await press(screen.button('Map and import'))
    expect(screen.calls.at(-1)).toMatchObject({
      call: 'POST /rest/data/product-codes/map',
      body: { ids: [5], ageBands: [{ label: 'Local resident', minAge: 13, maxAge: 120, type: 'STUDENT' }] },
    })
    expect(screen.calls.at(-1)?.body).not.toHaveProperty('currency')
  })

  it('asks for zone and currency where the supplier names none, and says on its field that a zone is unknown', async () => {
    const screen = await open(
      [
        { ...code, city: { id: 9, title: 'Las Vegas' } },
        { ...code, id: 6 },
      ],
      [],
      silent,
    )
    expect(screen.calls.find(({ call }) => call.endsWith('/5/preview'))?.query, 'of all of them').toEqual({
      ids: '5,6',
    })
    const [zone] = screen.all('input[name=timeZone]') as HTMLInputElement[]
    const [currency] = screen.all('select[name=currency]') as HTMLSelectElement[]
    expect([...(currency?.options ?? [])].map(({ value }) => value)).toEqual(['', 'EUR', 'USD'])
    await choose(currency, 'USD')
    await choose(zone, 'Mars/Olympus')
    await press(screen.button('Map and import'))
    await expect.poll(() => screen.text()).toContain('Time zone Mars/Olympus not found.')
    expect(zone?.value, 'nothing is lost').toBe('Mars/Olympus')
    await choose(zone, 'Europe/Rome')
    await press(screen.button('Map and import'))
    expect(screen.calls.at(-1)?.body).toMatchObject({ ids: [5, 6], timeZone: 'Europe/Rome', currency: 'USD' })
  })

  it('shows the zone of the city where no other is chosen, and what was remembered', async () => {
    const inCity = { ...code, city: { id: 9, title: 'Las Vegas' } }
    const zoneIn = async (said: object) => {
      const [zone] = (await open([inCity], [], said)).all('input[name=timeZone]') as HTMLInputElement[]
      await expect.poll(() => zone?.placeholder).toBe('America/Los_Angeles')
      return zone?.value
    }
    expect(await zoneIn(silent)).toBe('')
    await closeScreen()
    expect(await zoneIn({ ...silent, mapping: { ...silent.mapping, timeZone: 'America/Denver' } })).toBe(
      'America/Denver',
    )
  })

  it('begins with the city of that name, and with none where two have it', async () => {
    expect(
      valueOf(
        await open(
          [code],
          [
            { id: 9, name: 'Las Vegas' },
            { id: 8, name: 'Las Vegas Norte' },
          ],
        ),
        'cityId',
      ),
    ).toBe('9 Las Vegas')
    await closeScreen()
    const two = [
      { id: 9, name: 'Las Vegas' },
      { id: 7, name: 'Las Vegas' },
    ]
    expect(valueOf(await open([code], two), 'cityId')).toBe('null ')
  })

  it('suggests no city for codes of several destinations, for each of which it would be remembered', async () => {
    const named = [{ id: 9, name: 'Las Vegas' }]
    const same = await open([code, { ...code, id: 6 }], named)
    expect(valueOf(same, 'cityId')).toBe('9 Las Vegas')
    await closeScreen()
    const others = await open([code, { ...code, id: 6, destination: 'Reno' }], named)
    expect(valueOf(others, 'cityId')).toBe('null ')
  })

  it('begins with what all of the codes have already, which no suggestion replaces', async () => {
    const mapped = { ...code, ...known }
    const screen = await open([mapped, { ...mapped, id: 6 }], [{ id: 9, name: 'Las Vegas' }])
    expect([valueOf(screen, 'cityId'), valueOf(screen, 'subcategoryId')]).toEqual(['3 Henderson', '4 Museums'])
    await closeScreen()
    const others = await open([mapped, { ...mapped, id: 6, subcategory: { id: 5, title: 'Tours' } }])
    expect(valueOf(others, 'subcategoryId')).toBe('null ')
  })

  it('opens with the focus in its first field', async () => {
    await open([code])
    await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('cityId')
  })
})
