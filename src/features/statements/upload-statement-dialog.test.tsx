import { afterEach, expect, it } from 'vitest'
import { chooseFile, click, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { StatementListScreen } from './statement-list-screen.tsx'
import { StatementScreen } from './statement-screen.tsx'
import { UploadStatementDialog } from './upload-statement-dialog.tsx'

afterEach(closeScreen)

it('says that a file cannot be read which changed since it was chosen', async () => {
  const screen = await openScreen(<UploadStatementDialog onClose={() => {}} />)
  const file = new File(['a,b'], 'payout.csv', { type: 'text/csv' })
  file.text = () => Promise.reject(new DOMException('It changed', 'NotReadableError'))
  await chooseFile(file, screen.find('input[type=file]'))
  await click(screen.button('Upload'))
  expect(screen.text()).toContain('This file can’t be read. It might have moved or changed since you chose it.')
  expect(screen.calls).toEqual([])
})

it('is opened from the list while that has no statement yet', async () => {
  const screen = await openScreen(<StatementListScreen />, { 'GET /rest/data/statements': [] })
  expect(screen.text()).toContain('No statements yet')
  const [, inBody] = screen.all('button').filter(({ textContent }) => textContent === 'Upload statement…')
  if (inBody) await click(inBody)
  await expect
    .poll(() => screen.all('[role=dialog] h2').map(({ textContent }) => textContent))
    .toEqual(['Upload statement'])
})

it.each([
  { missing: [], says: '1,025 lines, 3 differences' },
  { missing: [{ id: 9 }], says: '1,025 lines, 1 of ours missing, 3 differences' },
])('adds up to its list, which has our lines that it lacks: $says', async ({ missing, says }) => {
  const statement = { id: 8, version: 1, name: 'viator.csv', source: 'gateway', lines: 1025, differences: 3 }
  const screen = await openScreen(
    <StatementScreen />,
    {
      'GET /rest/data/statements/8': statement,
      'GET /rest/data/statement-lines': ({ query }: { query: Record<string, string> }) =>
        query['filter']?.includes('missing_there') ? missing : [],
    },
    '/page?id=8',
  )
  await expect.poll(() => screen.all('small').map(({ textContent }) => textContent)).toContain(says)
})
