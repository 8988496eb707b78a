// @vitest-environment happy-dom

import { afterEach, expect, it, vi } from 'vitest'
import { closeScreen, openScreen, type } from '../../../ui/testing/open-screen.tsx'
import { PerformancePicker } from './performance-picker.tsx'

// A list that drops down needs a layout; what it is given is what this test is about.
vi.mock('@mantine/core', async (load) => ({
  ...(await load<object>()),
  Select: ({ data, onSearchChange }: SelectProps) => (
    <div>
      <input aria-label="Search" onInput={({ currentTarget }) => onSearchChange(currentTarget.value)} />
      {data.map(({ group, items }) => (
        <ul key={group} aria-label={group}>
          {items.map(({ value, label }) => (
            <li key={value}>{label}</li>
          ))}
        </ul>
      ))}
    </div>
  ),
}))
const debounced = vi.hoisted((): { value: string | null } => ({ value: null }))
vi.mock('@mantine/hooks', async (load) => ({
  ...(await load<object>()),
  // Waiting for the last letter is not what this test is about.
  useDebouncedValue: (value: unknown) => [debounced.value ?? value],
}))
afterEach(closeScreen)

interface SelectProps {
  readonly data: readonly { group: string; items: readonly { value: string; label: string }[] }[]
  readonly onSearchChange: (search: string) => void
}

const tosca = { id: 3, name: 'Tosca', city: 'Madrid', date: '2099-06-01', time: '20:00', isListed: true }
const carmen = { id: 4, name: 'Carmen', city: 'Madrid', date: '2099-05-01', time: null, isListed: false }

it('offers performances with tickets apart from those without, and finds them by their day', async () => {
  const screen = await openScreen(<PerformancePicker value={null} error={undefined} onChange={() => {}} />, {
    'GET /rest/data/purchases/phone-goods': {
      options: [],
      days: [],
      listings: [],
      performances: [carmen, tosca],
      languages: [],
    },
  })
  expect(screen.find('ul[aria-label="Tickets listed"]').textContent).toBe('Tosca · 1 Jun 2099, 20:00 · Madrid')
  expect(screen.find('ul[aria-label="No tickets listed"]').textContent).toBe('Carmen · 1 May 2099 · Madrid')
  await type('1 June 2099', screen.find('[aria-label="Search"]'))
  expect(screen.calls.at(-1)?.query).toEqual({ search: '', day: '2099-06-01' })
  await type('tosca', screen.find('[aria-label="Search"]'))
  expect(screen.calls.at(-1)?.query).toEqual({ search: 'tosca' })
})

it('offers nothing to choose that was found for fewer letters than are typed', async () => {
  debounced.value = ''
  const screen = await openScreen(<PerformancePicker value={null} error={undefined} onChange={() => {}} />, {
    'GET /rest/data/purchases/phone-goods': {
      options: [],
      days: [],
      listings: [],
      performances: [tosca],
      languages: [],
    },
  })
  expect(screen.all('li')).toHaveLength(1)
  await type('carmen', screen.find('[aria-label="Search"]'))
  expect(screen.all('li')).toHaveLength(0)
  debounced.value = null
})
