import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { PageContext } from '../../ui/page-context.tsx'
import { RecordPathsProvider } from '../../ui/resource/record-paths.tsx'
import type { Answers, OpenScreen } from '../../ui/testing/open-screen.tsx'
import { click, closeScreen, openScreen, type } from '../../ui/testing/open-screen.tsx'
import { InvoicePage } from './invoice-page.tsx'
import { InvoicesOfOrder } from './invoices-of-order.tsx'

afterEach(closeScreen)

const draft = {
  kind: 'invoice',
  isTest: false,
  operationOn: '2026-12-05',
  subject: 'Paper Theatres',
  refersTo: null,
  reason: null,
  issuer: { name: 'Marquee Demo S.L.', taxId: 'ESB00000000', address: 'Calle de Ejemplo 1', country: 'ES' },
  recipient: { name: 'Ida Sol', company: null, taxId: null, address: null, country: 'DE' },
  currency: 'EUR',
  pricesIncludeTax: true,
  taxTreatment: 'standard',
  lines: [
    { title: 'Stalls', quantity: 2, unitPrice: 5_500, taxRate: 1000, net: 10_000, tax: 1_000, gross: 11_000 },
    { title: 'Service fee', quantity: 1, unitPrice: 1_210, taxRate: 2100, net: 1_000, tax: 210, gross: 1_210 },
  ],
  taxes: [
    { taxRate: 1000, net: 10_000, tax: 1_000, gross: 11_000 },
    { taxRate: 2100, net: 1_000, tax: 210, gross: 1_210 },
  ],
  net: 11_000,
  tax: 1_210,
  gross: 12_210,
}
const issued = {
  ...draft,
  id: 3,
  number: 'INV-2026-000012',
  issuedAt: '2026-11-24T10:00:00.000Z',
  issuedOn: '2026-11-24',
  issuedBy: 'Ada Byron',
  hash: 'a'.repeat(64),
  einvoiceHash: 'e'.repeat(64),
  pdfHash: null,
  locale: 'en',
  sent: [],
}
const rectifying = {
  ...issued,
  id: 4,
  kind: 'rectifying',
  number: 'REC-2026-000002',
  refersTo: { number: issued.number, issuedOn: issued.issuedOn, rectifiedBy: null },
  reason: 'Refund: other',
  lines: [
    { title: 'Refund: other', quantity: 1, unitPrice: -1_210, taxRate: 2100, net: -1_000, tax: -210, gross: -1_210 },
  ],
  taxes: [{ taxRate: 2100, net: -1_000, tax: -210, gross: -1_210 }],
  net: -1_000,
  tax: -210,
  gross: -1_210,
}
const purchase = { id: 7, reference: 'ABCDEFGH', kind: 'event', title: 'Paper Theatres' }
const nothing = { draft: null, blockedReason: 'Nothing has been refunded.' }
const before = {
  purchase,
  issued: [],
  invoice: { draft, blockedReason: null },
  refundInvoice: nothing,
  reissueBlockedReason: 'This order has no invoice yet.',
}
const after = {
  purchase,
  issued: [issued],
  invoice: { draft: null, blockedReason: 'Invoice INV-2026-000012 is already issued.' },
  refundInvoice: nothing,
  reissueBlockedReason: null,
}
const refersTo = rectifying.refersTo
const correction = { ...issued, id: 5, kind: 'correction', number: 'REC-2026-000003', refersTo, gross: -12_210 }
const reissued = {
  ...issued,
  id: 6,
  number: 'INV-2026-000013',
  refersTo: { ...refersTo, rectifiedBy: { number: correction.number, issuedOn: '2026-11-26' } },
}

const paths = (_: string, name: string, id?: number) => `/purchases/${name}/${id}`
const page = { title: 'Invoice', screen: 'purchases/invoice-event', write: ['purchases'], mayWrite: true }
const answer = 'GET /rest/data/purchases/7/invoices'

async function open(
  answers: Answers,
  { which = 'invoice', mayWrite = true }: { which?: 'invoice' | 'refund-invoice'; mayWrite?: boolean } = {},
): Promise<OpenScreen> {
  return await openScreen(
    <RecordPathsProvider value={paths}>
      <PageContext.Provider value={{ ...page, mayWrite }}>
        <InvoicePage id={7} which={which} />
      </PageContext.Provider>
    </RecordPathsProvider>,
    answers,
  )
}

describe('the page of an invoice', () => {
  it('shows what would be issued, issues it, and then shows the document', async () => {
    let isIssued = false
    const screen = await open({
      [answer]: () => (isIssued ? after : before),
      'POST /rest/data/purchases/7/invoice': () => {
        isIssued = true
        return issued
      },
    })
    expect(screen.find('h1').textContent).toBe('Order ABCDEFGH')
    expect(screen.find('[aria-label="Invoice, not issued"]').textContent).toContain('Number assigned on issue')
    await click(screen.button('Issue invoice'))
    expect(screen.find('h1').textContent).toBe('INV-2026-000012')
    expect(screen.all('article').map((sheet) => sheet.getAttribute('aria-label'))).toEqual(['Invoice INV-2026-000012'])
    screen.button('Print')
    screen.button('Download PDF')
    expect(screen.all('button').map(({ textContent }) => textContent)).not.toContain('Issue invoice')
  })

  it('shows and issues another recipient than that of the order, once it can be one', async () => {
    const screen = await open({ [answer]: before, 'POST /rest/data/purchases/7/invoice': issued })
    await click(screen.button('Recipient and VAT…'))
    const inputs = () => screen.all('[role="dialog"] input')
    await type('ES1', inputs()[2] as HTMLElement)
    await click(screen.button('Apply'))
    expect(screen.find('[role="dialog"]').textContent).toContain('Enter a tax ID such as ESB12345678.')
    await type('ESB12345678', inputs()[2] as HTMLElement)
    await type('Sol & Co', inputs()[1] as HTMLElement)
    await click(screen.button('Apply'))
    expect(screen.find('[aria-label="Recipient"]').textContent).toBe(
      'RecipientSol & CoIda SolGermanyTax ID ESB12345678',
    )
    await click(screen.button('Issue invoice'))
    expect(screen.calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
      recipient: { name: 'Ida Sol', company: 'Sol & Co', taxId: 'ESB12345678', address: null, country: 'DE' },
    })
  })

  it('charges no tax under reverse charge, which asks for the recipient’s tax id, and says why', async () => {
    const screen = await open({ [answer]: before, 'POST /rest/data/purchases/7/invoice': issued })
    await click(screen.button('Recipient and VAT…'))
    const treatment = screen.all('[role="dialog"] select').at(-1) as HTMLSelectElement
    await act(async () => {
      treatment.value = 'reverse_charge'
      treatment.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await click(screen.button('Apply'))
    expect(screen.find('[role="dialog"]').textContent).toContain('Reverse charge needs the recipient’s tax ID.')
    await type('DE123456789', screen.all('[role="dialog"] input')[2] as HTMLElement)
    await click(screen.button('Apply'))
    expect(screen.find('[aria-label="Totals"]').textContent).toBe('Net€122.10Tax€0.00Total€122.10')
    expect(screen.text()).toContain('Reverse charge: the recipient accounts for the VAT.')
    await click(screen.button('Issue invoice'))
    expect(screen.calls.findLast(({ call }) => call.startsWith('POST'))?.body).toMatchObject({
      taxTreatment: 'reverse_charge',
    })
  })

  it('shows tax by rate and totals that are those of the lines', async () => {
    const screen = await open({ [answer]: after })
    expect(screen.find('[aria-label="Tax by rate"] tbody').textContent).toBe('10%€100.00€10.0021%€10.00€2.10')
    expect(screen.find('[aria-label="Totals"]').textContent).toBe('Net€110.00Tax€12.10Total€122.10')
  })

  it('says why an invoice cannot be issued and keeps the button from being pressed', async () => {
    const blockedReason = 'This order isn’t paid. You can issue the invoice once it is.'
    const screen = await open({ [answer]: { ...before, invoice: { draft, blockedReason } } })
    expect(screen.text()).toContain(blockedReason)
    expect((screen.button('Issue invoice') as HTMLButtonElement).disabled).toBe(true)
  })

  it('says what the server refused', async () => {
    const screen = await open({ [answer]: before })
    await click(screen.button('Issue invoice'))
    expect(screen.find('[role="alert"]').textContent).toBe('No answer to POST /rest/data/purchases/7/invoice')
  })

  it('offers nothing to press without write, and says so', async () => {
    const screen = await open({ [answer]: before }, { mayWrite: false })
    expect(screen.all('button')).toEqual([])
    expect(screen.text()).toContain('your role has no write permission on purchases')
  })

  it('says that an order is missing', async () => {
    const screen = await open({})
    expect(screen.text()).toContain('Purchase not found')
  })
})

describe('the correction of an invoice', () => {
  const call = 'POST /rest/data/purchases/7/reissue-invoice'
  const takenBack = { ...draft, kind: 'correction', refersTo, net: -11_000, tax: -1_210, gross: -12_210 }
  const preview = { takenBack, reissued: { ...draft, refersTo }, token: 'seen' }
  const opened = async (answers: Answers) => {
    const screen = await open({ [answer]: after, ...answers })
    await click(screen.button('Rectify and reissue…'))
    return screen
  }
  const reasonOf = (screen: OpenScreen) => screen.find('[role="dialog"] textarea')

  it('asks for a reason, shows both documents with their totals, and issues what was shown', async () => {
    const screen = await opened({ [`${call}/preview`]: preview, [call]: reissued })
    await click(screen.button('Preview'))
    expect(screen.find('[role="dialog"]').textContent).toContain('Enter a reason.')
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

  it('is not offered where nothing is left to correct', async () => {
    const screen = await open({ [answer]: { ...after, reissueBlockedReason: 'Nothing is left.' } })
    expect(screen.all('button').map(({ textContent }) => textContent)).not.toContain('Rectify and reissue…')
  })

  it('shows the valid invoice first, and what it replaced below', async () => {
    const screen = await open({ [answer]: { ...after, issued: [issued, correction, reissued] } })
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

describe('the page of a refund invoice', () => {
  it('shows each with what it rectifies, and says where there is none', async () => {
    const screen = await open({ [answer]: { ...after, issued: [issued, rectifying] } }, { which: 'refund-invoice' })
    expect(screen.all('article')).toHaveLength(1)
    expect(screen.text()).toContain('Amounts are the difference to invoice INV-2026-000012.')
    await closeScreen()
    const empty = await open({ [answer]: after }, { which: 'refund-invoice' })
    expect(empty.text()).toContain('Nothing has been refunded.')
  })
})

describe('the documents on the page of an order', () => {
  it('are listed with number, date, amount and what they rectify', async () => {
    const screen = await openScreen(
      <RecordPathsProvider value={paths}>
        <InvoicesOfOrder of={{} as never} record={{ id: 7, version: 1 }} isDirty={false} />
      </RecordPathsProvider>,
      { [answer]: { ...after, issued: [issued, rectifying] } },
    )
    expect(screen.all('li').map(({ textContent }) => textContent)).toEqual([
      'INV-2026-000012€122.1024 Nov 2026',
      'REC-2026-000002-€12.1024 Nov 2026 · Rectifies INV-2026-000012',
    ])
  })
})
