import { afterEach, expect, it } from 'vitest'
import { chooseFile, click, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { StatementListScreen } from './statement-list-screen.tsx'
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
