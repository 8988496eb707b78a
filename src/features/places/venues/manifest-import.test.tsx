import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { chooseFile, click, closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import type { Manifest } from './manifest.ts'
import { ManifestImport } from './manifest-import.tsx'
import type { Publish } from './manifest.web.ts'
import { sectionWith } from './testing/section.ts'

afterEach(closeScreen)

const stored = sectionWith({ code: 'a', name: 'Sombra 1' })
const csv = (text: string) => new File([text], 'sections.csv', { type: 'text/csv' })
const svg = (text: string) => new File([text], 'map.svg', { type: 'image/svg+xml' })
const outlines = svg('<svg viewBox="0 0 9 9"><path id="a" d="M0 0L1 0L1 1Z"/></svg>')
const half = csv('id,name,rank\na,Sombra 1,1\nb,,2\n')

async function opened() {
  const published: Parameters<Publish>[0][] = []
  const screen = await openScreen(
    <ManifestImport
      manifest={{ version: 1, map: null, sections: [stored] } as Manifest}
      publish={async (change) => {
        published.push(change)
        return null
      }}
      onClose={() => {}}
    />,
  )
  return {
    published,
    chooseSections: (file: File | null) => chooseFile(file, screen.find('input[type=file][accept*=csv]')),
    chooseMap: (file: File | null) => chooseFile(file, screen.find('input[type=file][accept*=svg]')),
    alerts: () => screen.all('[role=alert]').map(({ textContent }) => textContent),
    publish: () => screen.button('Publish') as HTMLButtonElement,
  }
}

describe('the import of a manifest', () => {
  it('does not publish half a file of sections because the file of the map is fine', async () => {
    const screen = await opened()
    await screen.chooseSections(half)
    expect(screen.alerts().join()).toContain('Line 3: name missing.')
    await screen.chooseMap(outlines)
    expect(screen.alerts().join()).toContain('Line 3: name missing.')
    expect(screen.publish().disabled).toBe(true)
  })

  it('says no more about a file once another is chosen in its place', async () => {
    const screen = await opened()
    await screen.chooseMap(svg('<html></html>'))
    expect(screen.alerts().join()).toContain('Not an SVG file.')
    await screen.chooseSections(csv('id,name,rank\na,Sombra 1,4\n'))
    expect(screen.alerts().join()).toContain('Not an SVG file.')
    await screen.chooseMap(outlines)
    expect(screen.alerts()).toEqual([])
    await click(screen.publish())
    expect(screen.published).toMatchObject([{ sections: [{ code: 'a', rank: 4 }], map: { shapes: [{ id: 'a' }] } }])
  })

  it.each([
    ['name;rows\nNorth;A\n\nSouth;B\n', [['A'], ['B']]],
    ['id;name;rank;rows\nn;North;1;A, B, C, D\ns;South;2;E, F, G, H\n', ['ABCD', 'EFGH'].map((rows) => [...rows])],
  ])('finds out what separates its cells, whatever its last line is', async (text, rows) => {
    const screen = await opened()
    await screen.chooseSections(csv(text))
    expect(screen.alerts()).toEqual([])
    await click(screen.publish())
    expect(screen.published.map(({ sections }) => sections?.map((section) => section.rows))).toEqual([rows])
  })

  it('reads the file that was chosen last, whichever is read first', async () => {
    const screen = await opened()
    const slow = csv('')
    const { promise, resolve } = Promise.withResolvers<ArrayBuffer>()
    slow.arrayBuffer = () => promise
    await screen.chooseSections(slow)
    await screen.chooseSections(csv('id,name,rank\na,Sombra 1,4\n'))
    await act(async () => resolve(new TextEncoder().encode('id,name,rank\na,Sombra 1,9\n').buffer))
    await click(screen.publish())
    expect(screen.published).toMatchObject([{ sections: [{ rank: 4 }] }])
  })

  it('says that a file is gone which was moved after it was chosen', async () => {
    for (const choose of ['chooseSections', 'chooseMap'] as const) {
      const screen = await opened()
      const gone = csv('')
      gone.text = () => Promise.reject(new Error('NotFoundError'))
      gone.arrayBuffer = gone.text as never
      await screen[choose](gone)
      expect(screen.alerts().join()).toContain('It might have moved or changed')
      expect(screen.publish().disabled).toBe(true)
      await closeScreen()
    }
  })

  it('reads the alphabet that a spreadsheet has saved, and names lines as it does', async () => {
    const screen = await opened()
    const file = (text: string) => new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], 'a.csv')
    await screen.chooseSections(file('id,name,rank\n\na,Trib\xfcne S\xfcd,4\n'))
    await click(screen.publish())
    expect(screen.published).toMatchObject([{ sections: [{ name: 'Tribüne Süd' }] }])
    await screen.chooseSections(file('id,name,rank\n\na,,4\n'))
    expect(screen.alerts().join()).toContain('Line 3: name missing.')
    await screen.chooseSections(file('id,name,rank\na,"Tribune,4\nb,North,4\n'))
    expect(screen.alerts().join()).toContain('A quotation mark in row 2 is never closed')
    expect(screen.publish().disabled).toBe(true)
  })

  it('takes no outlines from a map that is taken out again', async () => {
    const screen = await opened()
    await screen.chooseMap(svg('<html></html>'))
    await screen.chooseMap(null)
    expect(screen.alerts()).toEqual([])
  })
})
