import { afterEach, expect, it } from 'vitest'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import type { Dashboard } from './sales.ts'
import { WorkerTroubles } from './worker-troubles.tsx'

afterEach(closeScreen)

type Worker = NonNullable<Dashboard['workers']>[number]
const late = (label: string): Worker => ({ name: label, label, state: 'late' })
const shown = async (...workers: Worker[]) =>
  (await openScreen(<WorkerTroubles workers={workers} />)).all('li').map(({ textContent }) => textContent)

it('names a few late workers, and counts many, which have one cause', async () => {
  expect(await shown(late('Mail'), late('Sync'), late('Digest'))).toEqual([
    'Mail is late',
    'Sync is late',
    'Digest is late',
  ])
  await closeScreen()
  const failing: Worker = { name: 'links', label: 'Link check', state: 'failing' }
  expect(await shown(late('Mail'), failing, late('Sync'), late('Digest'), late('Views'))).toEqual([
    '4 workers are late',
    'Link check is failing',
  ])
})
