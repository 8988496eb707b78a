import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ResourcesProvider } from '../../ui/resource/resources.tsx'
import { chooseFile, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { performers } from '../events/performer/performers.ts'
import { countries } from '../places/geo/countries.ts'
import type { FixturePreview } from './fixture.endpoints.ts'
import { FixtureImport } from './fixture-import.tsx'
import { matches } from './matches.ts'

afterEach(closeScreen)

const resources = Promise.resolve([countries, matches, performers])
const call = 'POST /rest/data/matches/fixtures/preview'
const found: FixturePreview = {
  format: 'csv',
  encoding: 'utf-8',
  competition: 'Amber League',
  season: '2036/37',
  asks: [],
  columns: null,
  unread: [],
  teams: [],
  grounds: [],
  rows: [],
  problems: [],
}
const csv = (name: string) => new File(['Date,Home,Away'], name, { type: 'text/csv' })

async function opened() {
  const screen = await openScreen(
    <ResourcesProvider value={() => resources}>
      <Suspense>
        <FixtureImport />
      </Suspense>
    </ResourcesProvider>,
    { [call]: found },
  )
  return {
    choose: (file: File | null) => chooseFile(file, screen.find('input[type=file]')),
    alerts: () => screen.all('[role=alert]').map(({ textContent }) => textContent),
    asked: () =>
      screen.calls.filter((one) => one.call === call).map(({ body }) => (body as { fileName: string }).fileName),
    text: screen.text,
  }
}

describe('a file of fixtures', () => {
  let reads: (() => void)[] = []
  beforeEach(() => {
    reads = []
    const { readAsDataURL } = FileReader.prototype
    vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function (this: FileReader, file) {
      reads.push(() => readAsDataURL.call(this, file))
    })
  })

  it('that is taken out while it is read is not shown, and neither is one in whose place another was chosen', async () => {
    const screen = await opened()
    await screen.choose(csv('first.csv'))
    await screen.choose(null)
    reads.splice(0).forEach((read) => read())
    await screen.choose(csv('second.csv'))
    await screen.choose(csv('third.csv'))
    reads.splice(0).forEach((read) => read())
    await expect.poll(screen.asked).toEqual(['third.csv'])
    await expect.poll(screen.text).toContain('0 matches to create')
  })

  it('that is gone by the time it is read is said to be', async () => {
    vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function (this: FileReader) {
      this.onerror?.(new ProgressEvent('error') as ProgressEvent<FileReader>)
    })
    const screen = await opened()
    await screen.choose(csv('moved.csv'))
    expect(screen.alerts()).toEqual(['This file can’t be read. It might have moved or changed since you chose it.'])
    expect(screen.asked()).toEqual([])
  })
})
