import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RecordPathsProvider } from '../../ui/resource/record-paths.tsx'
import { click, closeScreen, openScreen, type } from '../../ui/testing/open-screen.tsx'
import { InvoicesOfOrder } from './invoices-of-order.tsx'
import {
  after,
  answer,
  before,
  correction,
  draft,
  issued,
  openInvoicePage,
  paths,
  rectifying,
  reissued,
} from './testing/invoice-page-answers.tsx'

afterEach(async () => {
  vi.useRealTimers()
  await closeScreen()
})

describe('the page of an invoice', () => {
  it('shows what would be issued, issues it, and then shows the document', async () => {
    let isIssued = false
    const screen = await openInvoicePage({
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

  it('looks again while a document is on its way, less often once it waits long, and never after', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const begun = Date.now()
    let state = 'waiting'
    const screen = await openInvoicePage({
      [answer]: () => ({
        ...after,
        issued: [{ ...issued, sent: [{ at: new Date(begun).toISOString(), to: 'i…@example.com', by: 'Ada', state }] }],
      }),
    })
    const looksAfter = async (milliseconds: number, looks: number) =>
      await act(async () => {
        await vi.advanceTimersByTimeAsync(milliseconds)
        await vi.waitFor(() => expect(screen.calls).toHaveLength(looks))
      })
    await looksAfter(1_900, 1)
    await looksAfter(200, 2)
    vi.setSystemTime(begun + 61_000)
    await looksAfter(2_000, 3)
    await looksAfter(28_000, 3)
    state = 'sent'
    await looksAfter(2_500, 4)
    await looksAfter(120_000, 4)
  })

  it('keeps what is typed when a look at it fails', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let isCut = false
    const sent = [{ at: new Date().toISOString(), to: 'i…@example.com', by: 'Ada', state: 'waiting' }]
    const screen = await openInvoicePage({
      [answer]: () => {
        if (isCut) throw new TypeError('Failed to fetch')
        return { ...before, issued: [{ ...issued, sent }] }
      },
    })
    await click(screen.button('Recipient and VAT…'))
    const company = () => screen.all('[role="dialog"] input')[1] as HTMLInputElement
    await type('Sol & Co', company())
    isCut = true
    await act(async () => {
      await vi.advanceTimersByTimeAsync(2_000)
      await vi.waitFor(() => expect(screen.calls).toHaveLength(2))
    })
    expect(company().value).toBe('Sol & Co')
  })

  it('names a recipient without a tax ID, address or company in as many lines', async () => {
    const screen = await openInvoicePage({ [answer]: before })
    expect(screen.find('[aria-label="Recipient"]').textContent).toBe('RecipientIda SolGermany')
  })

  it('has a row for each line, with how many, at what price and at which rate', async () => {
    const screen = await openInvoicePage({ [answer]: after })
    const rows = screen.all('article tbody tr').map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(rows.slice(0, 2)).toEqual([
      ['Stalls', '2', '€55.00', '10%', '€100.00', '€10.00', '€110.00'],
      ['Service fee', '1', '€12.10', '21%', '€10.00', '€2.10', '€12.10'],
    ])
  })

  it('shows and issues another recipient than that of the order, once it can be one', async () => {
    const screen = await openInvoicePage({ [answer]: before, 'POST /rest/data/purchases/7/invoice': issued })
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
    const screen = await openInvoicePage({ [answer]: before, 'POST /rest/data/purchases/7/invoice': issued })
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

  it('says why an invoice is simplified, and lets staff issue a full one', async () => {
    const simplifications = [
      { by: 'spain', limit: 40_000 },
      { by: 'spain_transport', limit: 300_000 },
    ]
    const screen = await openInvoicePage({
      [answer]: { ...before, simplifications },
      'POST /rest/data/purchases/7/invoice': issued,
    })
    expect(screen.text()).toContain(
      'Simplified invoice: no company, tax ID or address, and the total is at most €400.00.',
    )
    expect(screen.find('article').textContent).toContain('Simplified invoices have no e-invoice.')
    await click(screen.button('Recipient and VAT…'))
    const form = screen.all('[role="dialog"] select').at(-1) as HTMLSelectElement
    expect([...form.options].map(({ textContent }) => textContent)).toEqual([
      'Full invoice',
      'Simplified invoice, up to €400.00',
      'Simplified invoice for passenger transport, up to €3,000.00',
    ])
    await act(async () => {
      form.value = 'full'
      form.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await click(screen.button('Apply'))
    expect(screen.find('article').getAttribute('aria-label')).toBe('Invoice, not issued')
    await click(screen.button('Issue invoice'))
    expect(screen.calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
      recipient: draft.recipient,
      form: 'full',
    })
  })

  it('is full as soon as the recipient has a tax id, and says so', async () => {
    const screen = await openInvoicePage({ [answer]: { ...before, simplifications: [{ by: 'spain', limit: 40_000 }] } })
    await click(screen.button('Recipient and VAT…'))
    await type('ESB12345678', screen.all('[role="dialog"] input')[2] as HTMLElement)
    const form = screen.all('[role="dialog"] select').at(-1) as HTMLSelectElement
    expect([form.value, form.disabled]).toEqual(['full', true])
    expect(screen.find('[role="dialog"]').textContent).toContain(
      'Full invoice: the recipient has a company, tax ID or address.',
    )
    await click(screen.button('Apply'))
    expect(screen.find('article').getAttribute('aria-label')).toBe('Invoice, not issued')
  })

  it('shows tax by rate and totals that are those of the lines', async () => {
    const screen = await openInvoicePage({ [answer]: after })
    expect(screen.find('[aria-label="Tax by rate"] tbody').textContent).toBe('10%€100.00€10.0021%€10.00€2.10')
    expect(screen.find('[aria-label="Totals"]').textContent).toBe('Net€110.00Tax€12.10Total€122.10')
  })

  it('says why an invoice cannot be issued and keeps the button from being pressed', async () => {
    const blockedReason = 'This order isn’t paid. You can issue the invoice once it is.'
    const screen = await openInvoicePage({ [answer]: { ...before, invoice: { draft, blockedReason, reissued: null } } })
    expect(screen.text()).toContain(blockedReason)
    expect((screen.button('Issue invoice') as HTMLButtonElement).disabled).toBe(true)
  })

  it('says why a refund is stated by two documents, in its currency', async () => {
    const screen = await openInvoicePage({
      [answer]: () => ({
        ...before,
        invoice: { ...before.invoice, draft: null, reissued: { ...draft, currency: 'JPY' } },
      }),
    })
    expect(screen.find('main').textContent).toContain('In JPY the tax of this refund alone would round too far')
  })

  it('says what the server refused', async () => {
    const screen = await openInvoicePage({ [answer]: before })
    await click(screen.button('Issue invoice'))
    expect(screen.find('[role="alert"]').textContent).toBe('No answer to POST /rest/data/purchases/7/invoice')
  })

  it('offers nothing to press without write, and says so', async () => {
    const screen = await openInvoicePage({ [answer]: before }, { mayWrite: false })
    expect(screen.all('button')).toEqual([])
    expect(screen.text()).toContain('your role has no write permission on purchases')
  })

  it('says that an order is missing', async () => {
    const screen = await openInvoicePage({})
    expect(screen.text()).toContain('Purchase not found')
  })
})

describe('the page of a refund invoice', () => {
  it('shows each with what it rectifies, and says where there is none', async () => {
    const screen = await openInvoicePage(
      { [answer]: { ...after, issued: [issued, rectifying] } },
      { which: 'refund-invoice' },
    )
    expect(screen.all('article')).toHaveLength(1)
    expect(screen.text()).toContain('Amounts are the difference to invoice INV-2026-000012.')
    await closeScreen()
    const empty = await openInvoicePage({ [answer]: after }, { which: 'refund-invoice' })
    expect(empty.text()).toContain('Nothing has been refunded.')
  })

  it('has the name of the document that comes first, which is the last one issued', async () => {
    const screen = await openInvoicePage(
      { [answer]: { ...after, issued: [issued, rectifying, correction, reissued] } },
      { which: 'refund-invoice' },
    )
    expect(screen.find('h1').textContent).toBe(correction.number)
    expect(screen.all('article').map((sheet) => sheet.getAttribute('aria-label'))).toEqual([
      expect.stringContaining(correction.number),
      expect.stringContaining(rectifying.number),
    ])
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

  it('lead to the invoice where the order charges another amount now', async () => {
    const links = async (chargedNow: number | null) => {
      const screen = await openScreen(
        <RecordPathsProvider value={paths}>
          <InvoicesOfOrder of={{} as never} record={{ id: 7, version: 1 }} isDirty={false} />
        </RecordPathsProvider>,
        { [answer]: { ...after, chargedNow } },
      )
      const found = screen.all('a').map((link) => [link.textContent, link.getAttribute('href')])
      await closeScreen()
      return found
    }
    const invoice = [issued.number, '/purchases/invoice-event/7']
    expect(await links(null)).toEqual([invoice])
    expect(await links(36_630)).toEqual([invoice, ['Rectify and reissue invoice', '/purchases/invoice-event/7']])
  })
})
