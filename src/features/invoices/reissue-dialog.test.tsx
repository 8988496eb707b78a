import { afterEach, describe, expect, it } from 'vitest'
import type { Answers, OpenScreen } from '../../ui/testing/open-screen.tsx'
import { click, closeScreen, Refused, type } from '../../ui/testing/open-screen.tsx'
import {
  after,
  answer,
  correction,
  draft,
  issued,
  openInvoicePage,
  refersTo,
  reissued,
} from './testing/invoice-page-answers.tsx'

afterEach(closeScreen)

describe('the correction of an invoice', () => {
  const call = 'POST /rest/data/purchases/7/reissue-invoice'
  const takenBack = { ...draft, kind: 'correction', refersTo, net: -11_000, tax: -1_210, gross: -12_210 }
  const preview = { takenBack, reissued: { ...draft, refersTo }, token: 'seen' }
  const opened = async (answers: Answers) => {
    const screen = await openInvoicePage({ [answer]: after, ...answers })
    await click(screen.button('Rectify and reissue…'))
    return screen
  }
  const reasonOf = (screen: OpenScreen) => screen.find('[role="dialog"] textarea')

  it('asks for a reason, shows both documents with their totals, and issues what was shown', async () => {
    const screen = await opened({ [`${call}/preview`]: preview, [call]: reissued })
    await click(screen.button('Preview'))
    expect(screen.find('[role="dialog"]').textContent).toContain('Enter a reason.')
    expect(screen.calls.filter((one) => one.call.startsWith('POST'))).toEqual([])
    await type('Company was missing', reasonOf(screen))
    await type('Sol & Co', screen.all('[role="dialog"] input')[1] as HTMLElement)
    await click(screen.button('Preview'))
    expect(screen.all('[aria-label="Preview"] tbody tr').map(({ textContent }) => textContent)).toEqual([
      'RectifiesCorrection of INV-2026-000012-€110.00-€12.10-€122.10',
      'IssuesInvoice to Ida Sol€110.00€12.10€122.10',
    ])
    await click(screen.button('Rectify and reissue'))
    expect(screen.calls.findLast((one) => one.call === call)?.body).toEqual({
      recipient: { ...draft.recipient, company: 'Sol & Co' },
      taxTreatment: 'standard',
      reason: 'Company was missing',
      token: 'seen',
    })
    expect(screen.all('[role="dialog"]')).toEqual([])
  })

  it('forgets the preview of what is no longer entered', async () => {
    const screen = await opened({ [`${call}/preview`]: preview })
    await type('Name was wrong', reasonOf(screen))
    await click(screen.button('Preview'))
    await type('!', reasonOf(screen))
    expect(screen.all('[aria-label="Preview"]')).toEqual([])
    screen.button('Preview')
  })

  it.each([
    [{ 'recipient.name': 'Enter a name.' }, 'Enter a name.', 0],
    [{ reason: 'Say more.' }, 'Say more.', 0],
    [{ recipient: 'Nothing is different.' }, 'Nothing is different.', 1],
    [{ token: 'Ask for a preview.' }, 'Ask for a preview.', 1],
  ])(
    'says what the server refuses at its field, and of all of it above the buttons: %o',
    async (fields, text, alerts) => {
      const screen = await opened({ [`${call}/preview`]: new Refused(fields) })
      await type('Name was wrong', reasonOf(screen))
      await click(screen.button('Preview'))
      const dialog = screen.find('[role="dialog"]')
      expect(dialog.textContent).toContain(text)
      expect(dialog.textContent).not.toContain('Refused')
      expect(screen.all('[role="dialog"] [role="alert"]')).toHaveLength(alerts)
    },
  )

  it('says why it is refused where no field is at fault', async () => {
    const blocked = Response.json({ message: 'The order is being changed.' }, { status: 409 })
    const screen = await opened({ [`${call}/preview`]: blocked })
    await type('Name was wrong', reasonOf(screen))
    await click(screen.button('Preview'))
    expect(screen.find('[role="dialog"] [role="alert"]').textContent).toBe('The order is being changed.')
  })

  it('says what the order charges now, where that is another total', async () => {
    const screen = await opened({ [answer]: { ...after, chargedNow: 36_630 } })
    expect(screen.text()).toContain('The order charges €366.30 now. Rectify and reissue this invoice.')
    expect(screen.find('[role="dialog"]').textContent).toContain(
      'Rectifies this invoice in full and issues one for €366.30, which the order charges now.',
    )
  })

  it('is not offered to who can only read', async () => {
    const screen = await openInvoicePage({ [answer]: after }, { mayWrite: false })
    expect(screen.all('button').map(({ textContent }) => textContent)).not.toContain('Rectify and reissue…')
  })

  it('is not offered where nothing is left to correct', async () => {
    const screen = await openInvoicePage({ [answer]: { ...after, reissueBlockedReason: 'Nothing is left.' } })
    expect(screen.all('button').map(({ textContent }) => textContent)).not.toContain('Rectify and reissue…')
  })

  it('shows the valid invoice first, and what it replaced below', async () => {
    const screen = await openInvoicePage({ [answer]: { ...after, issued: [issued, correction, reissued] } })
    expect(screen.find('h1').textContent).toBe('INV-2026-000013')
    expect(screen.all('article').map((sheet) => sheet.getAttribute('aria-label'))).toEqual([
      'Invoice INV-2026-000013',
      'Correction REC-2026-000003',
      'Invoice INV-2026-000012',
    ])
    const [valid, taken, replaced] = screen.all('article').map(({ textContent }) => textContent)
    expect(valid).toContain('ReplacesINV-2026-000012 of 24 Nov 2026Rectified byREC-2026-000003 of 26 Nov 2026')
    expect(taken).toContain('Rectifies invoice INV-2026-000012 in full.')
    expect(replaced).toContain('Replaced by INV-2026-000013')
  })
})
