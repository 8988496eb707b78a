import { act } from 'react'
import type { Root } from 'react-dom/client'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RulerBand, UnitRow } from './product-units.web.ts'
import { groupsOnPage } from './product-units.web.ts'
import { UnitRulers } from './unit-rulers.tsx'
import type { UnitOption } from './units-of-options.ts'

let root: Root
let page: HTMLElement
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  page = document.body.appendChild(document.createElement('main'))
  root = createRoot(page)
})
afterEach(() => {
  act(() => root.unmount())
  page.remove()
  vi.unstubAllGlobals()
})

const band = (
  id: number,
  optionId: number | null,
  ages: readonly [number, number],
  more: Partial<RulerBand> = {},
): RulerBand => ({
  id,
  optionId,
  type: 'ADULT',
  title: `Band ${id}`,
  minAge: ages[0],
  maxAge: ages[1],
  isIdRequired: false,
  intendedGaps: [],
  accompaniedBy: [],
  ...more,
})
const options: readonly UnitOption[] = [
  { id: 1, title: 'Standard', isActive: true },
  { id: 2, title: 'VIP', isActive: false },
  { id: 3, title: 'Private', isActive: true },
]
/** In the format of a list. */
const named = (bands: readonly RulerBand[]) =>
  bands.map((one) => ({ ...one, option: options.find(({ id }) => id === one.optionId) ?? null }) as unknown as UnitRow)

function draw(bands: readonly RulerBand[], known: readonly UnitOption[] | null): void {
  act(() => root.render(<UnitRulers groups={groupsOnPage(bands, named(bands), known)} />))
}
const titles = () => [...page.querySelectorAll('h3')].map(({ textContent }) => textContent)
const findings = () =>
  [...page.querySelectorAll('[role=status]')].map((status) =>
    [...status.querySelectorAll('li')].map(({ textContent }) => textContent),
  )

describe('rulers of units', () => {
  it('are one without a name where every option sells the same', () => {
    draw([band(1, null, [0, 120])], options)
    expect([titles(), findings(), page.querySelector('[role=status]')?.getAttribute('aria-label')]).toEqual([
      [],
      [['Every age has one band.']],
      'Option shown',
    ])
    expect(page.textContent).not.toContain('this option only')
  })

  it('are one for each option that sells something else, with what each leaves out', () => {
    draw(
      [band(1, null, [18, 120]), band(2, 1, [0, 17], { type: 'CHILD', accompaniedBy: ['ADULT'] }), band(3, 2, [0, 20])],
      options,
    )
    expect(titles()).toEqual(['Standard', 'VIP (not active)', 'Private'])
    expect(findings()).toEqual([
      ['Every age has one band.'],
      ['Band 1 and Band 3 both take age 18 to 20.'],
      ['Age 0 to 17 can’t book.'],
    ])
    // A band for one option says so in words, besides its frame.
    expect([...page.querySelectorAll('[data-only=true]')].map((one) => one.getAttribute('title'))).toEqual([
      'Band 2 0–17, this option only',
      'Band 3 0–20, this option only',
    ])
    expect(page.querySelector('[role=status]')?.getAttribute('aria-label')).toBe('Ages shown for Standard')
  })

  it('say of company that the option does not sell', () => {
    draw(
      [
        band(1, null, [0, 120], { type: 'CHILD', accompaniedBy: ['ADULT', 'SENIOR'] }),
        band(2, 1, [18, 120], { isIdRequired: true }),
      ],
      options,
    )
    expect(findings()).toEqual([
      ['Every age has one band.'],
      ['Band 1 must be accompanied by Adult or Senior, which can’t be booked here.', 'Every age has one band.'],
    ])
  })

  it('do not name the others for people who cannot see options', () => {
    draw([band(1, null, [0, 120]), band(2, 1, [65, 120], { isIdRequired: true })], null)
    expect(titles()).toEqual(['Standard', 'Every other option'])
    draw([band(1, 1, [0, 120])], null)
    expect(titles()).toEqual([])
  })
})
