import { afterEach, expect, it } from 'vitest'
import { formatBriefly } from '../../core/i18n/formats.ts'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import type { Dashboard } from './sales.ts'
import { ProviderTroubles, WorkerTroubles } from './worker-troubles.tsx'

afterEach(closeScreen)

type Worker = NonNullable<Dashboard['workers']>[number]
const late = (label: string): Worker => ({ name: label, label, state: 'late', queue: null })
const shown = async (...workers: Worker[]) =>
  (await openScreen(<WorkerTroubles workers={workers} />)).all('li').map(({ textContent }) => textContent)

it('names a few late workers, and counts many, which have one cause', async () => {
  expect(await shown(late('Mail'), late('Sync'), late('Digest'))).toEqual(['Mail: late', 'Sync: late', 'Digest: late'])
  await closeScreen()
  const failing: Worker = { name: 'links', label: 'Link check', state: 'failing', queue: null }
  expect(await shown(late('Mail'), failing, late('Sync'), late('Digest'), late('Views'))).toEqual([
    '4 workers are late',
    'Link check: failing',
  ])
})

it('says which queue grows, how much waits in it and since when', async () => {
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const queue = { waiting: 1234, since }
  const [behind, failing] = await shown(
    { name: 'mail', label: 'Mail', state: 'growing', queue },
    { name: 'sync', label: 'Sync', state: 'failing', queue },
  )
  expect(behind).toBe(`Mail: falling behind · 1,234 waiting, growing since ${formatBriefly(since)}`)
  expect(failing).toMatch(/^Sync: failing · 1,234 waiting/)
})

it('names providers that do not answer or were paused by their rule, and counts those without a mapped event', async () => {
  const screen = await openScreen(
    <ProviderTroubles
      providers={[
        { code: 'northside', name: 'Northside', state: 'failing' },
        { code: 'palco', name: 'Palco', state: 'paused' },
        { code: 'seat-harbour', name: 'Seat Harbour', state: 'unmapped' },
        { code: 'encore', name: 'Encore', state: 'unmapped' },
      ]}
    />,
  )
  expect(screen.all('a').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Northside isn’t responding', '/providers/event/view?id=northside'],
    ['Palco was paused by its rule', '/providers/event/view?id=palco'],
    ['2 providers sell tickets but have no mapped events', '/providers/event'],
  ])
  await closeScreen()
  const { all } = await openScreen(
    <ProviderTroubles providers={[{ code: 'encore', name: 'Encore', state: 'unmapped' }]} />,
  )
  expect(all('a').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Encore sells tickets but has no mapped events', '/providers/event/view?id=encore'],
  ])
})
