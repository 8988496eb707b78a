import { afterEach, expect, it } from 'vitest'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { reconciliationFindings } from './reconciliation-findings.ts'
import { AssignDialog } from '../../platform/assignments/assign-dialog.tsx'

afterEach(closeScreen)

it('names the records as their kind is named, whatever its field is called', async () => {
  const record = { id: 8, version: 1, subject: 'KHHH3X26', assignee: null }
  const screen = await openScreen(
    <AssignDialog of={reconciliationFindings} records={[record]} onDone={() => undefined} onClose={() => undefined} />,
    { 'GET /rest/data/reconciliation-findings/assignees': [{ id: 4, name: 'Hiroshi Tanabe', isMe: true }] },
  )
  expect(screen.find('th').textContent).toBe('KHHH3X26')
  expect(screen.text()).not.toContain('#8')
})
