import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import type { AuditState } from './audit-state.web.ts'
import { pageSize, useAuditState } from './audit-state.web.ts'

afterEach(closeScreen)

let state: AuditState
function Audit({ onState }: { onState: (state: AuditState) => void }) {
  onState(useAuditState())
  return null
}
const open = (address: string) => openScreen(<Audit onState={(next) => void (state = next)} />, {}, address)
const firstPage = [0, pageSize - 1]

describe('the pages of the audit', () => {
  it('begin with a counted range, and go on from where the one before ended', async () => {
    await open('/audit')
    expect(state.query).toMatchObject({ range: firstPage })
    expect(state.query).not.toHaveProperty('cursor')
    expect(state.before).toBeNull()

    await act(async () => state.goOn('after-50'))
    expect(state.query).toMatchObject({ cursor: 'after-50' })
    expect(state.query).not.toHaveProperty('range')
    expect(state.before, 'the first page').toBe('')

    await act(async () => state.goOn('after-100'))
    await act(async () => state.goBack())
    expect(state.cursor).toBe('after-50')
    await act(async () => state.goToStart())
    expect(state.query).toMatchObject({ range: firstPage })
  })

  it('know no page before one that was opened by its address', async () => {
    await open('/audit?cursor=from-a-link')
    expect(state.query).toMatchObject({ cursor: 'from-a-link' })
    expect(state.before).toBeNull()
  })

  it('begin again when the list is narrowed', async () => {
    await open('/audit?cursor=from-a-link&row=7')
    expect(state.open).toBe(7)
    await act(async () => state.search('ada'))
    expect([state.cursor, state.open, state.q, state.isNarrowed]).toEqual(['', null, 'ada', true])
  })
})
