import { Suspense } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Answers } from '../../../ui/testing/open-screen.tsx'
import { closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { ResourcesProvider } from '../../../ui/resource/resources.tsx'
import { cities } from '../../places/geo/cities.ts'
import { viator } from '../viator/viator.ts'
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
  duplicate: null,
  distinctions: [],
  calls: [],
}
const code = { id: 5, version: 1, supplierTags: ['Museums'], destination: 'Las Vegas' }
const answers = (found: readonly object[]): Answers => ({
  'GET /rest/data/product-codes/5/preview': preview,
  'GET /rest/data/cities': found,
})
const open = async (codes: readonly object[], found: readonly object[] = []) =>
  await openScreen(
    <ResourcesProvider value={() => loaded}>
      <Suspense>
        <MapDialog supplier={viator} codes={codes as never} onClose={() => {}} onMapped={() => {}} />
      </Suspense>
    </ResourcesProvider>,
    answers(found),
  )
const valueOf = (screen: Awaited<ReturnType<typeof open>>, name: string) =>
  (screen.all(`input[name=${name}]`)[0] as HTMLInputElement | undefined)?.defaultValue

describe('mapping codes', () => {
  it('says what the supplier says: destination, tags, age bands, zone and currency', async () => {
    const text = (await open([code])).text()
    for (const words of ['Las Vegas', 'Museums', 'Adult (from 18)', 'Child (5 to 17)', 'America/Los_Angeles', 'USD'])
      expect(text).toContain(words)
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

  it('begins with what all of the codes have already, which no suggestion replaces', async () => {
    const known = { ...code, city: { id: 3, title: 'Henderson' }, subcategory: { id: 4, title: 'Museums' } }
    const screen = await open([known, { ...known, id: 6 }], [{ id: 9, name: 'Las Vegas' }])
    expect([valueOf(screen, 'cityId'), valueOf(screen, 'subcategoryId')]).toEqual(['3 Henderson', '4 Museums'])
    await closeScreen()
    const others = await open([known, { ...known, id: 6, subcategory: { id: 5, title: 'Tours' } }])
    expect(valueOf(others, 'subcategoryId')).toBe('null ')
  })

  it('opens with the focus in its first field', async () => {
    await open([code])
    await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('cityId')
  })
})
