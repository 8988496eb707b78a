import { act, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RecordOf } from '../../core/resource/resource.ts'
import type { Answers, OpenScreen } from '../../ui/testing/open-screen.tsx'
import { click, closeScreen, openScreen, Refused, type } from '../../ui/testing/open-screen.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import type { DisputeDetails } from './dispute.endpoints.ts'
import { DisputeEvidence } from './dispute-evidence.tsx'
import { DisputeFacts } from './dispute-facts.tsx'
import { DisputeScreen } from './dispute-screen.tsx'
import type { disputes } from './disputes.ts'
import { EvidenceFiles } from './evidence-file-list.tsx'

afterEach(closeScreen)

const dispute = {
  id: 7,
  purchaseId: 3,
  reference: 'KHHH3X26',
  orderKind: 'event',
  status: 'needs_response',
  reason: 'product_not_received',
  currency: 'EUR',
  amount: 5000,
  withdrawn: 5000,
  reinstated: 0,
  fee: 2000,
  openedAt: '2026-11-20T10:00:00Z',
  submittedAt: null,
  closedAt: null,
  networkReasonCode: null,
  providerReference: 'du_1',
} as unknown as RecordOf<typeof disputes>
const details: DisputeDetails = {
  id: 7,
  version: 1,
  evidence: [
    { field: 'product_description', text: 'Two tickets', suggestion: 'Two tickets' },
    { field: 'uncategorized_text', text: 'Scanned', suggestion: 'Scanned at the gate' },
  ],
  files: [],
  customerEmail: 'i…@sol.example',
  payment: {
    id: 9,
    provider: 'stripe',
    method: 'card',
    cardBrand: 'visa',
    cardLast4: '4242',
    captured: 5000,
    refunded: 0,
  },
  lostElsewhere: 0,
  answers: [],
  blocked: { submit: null, accept: null },
}
const isDisabled = (screen: OpenScreen, label: string) => screen.button(label).hasAttribute('disabled')

describe('the evidence of a dispute', () => {
  const call = 'POST /rest/data/disputes/7/evidence'
  let changes = 0
  /** The page as it is around the evidence: what it reads again is a newer version. */
  function Page({ next }: { readonly next: (version: number) => DisputeDetails }) {
    const [now, setNow] = useState(details)
    const onChange = () => {
      changes++
      setNow(next(now.version + 1))
    }
    return (
      <>
        <button type="button" onClick={onChange}>
          Another version
        </button>
        <DisputeEvidence dispute={dispute} details={now} onChange={onChange} />
      </>
    )
  }
  const withText = (version: number, text: string): DisputeDetails => ({
    ...details,
    version,
    evidence: details.evidence.map((one) => (one.field === 'uncategorized_text' ? { ...one, text } : one)),
  })
  async function opened(answers: Answers, stored = 'Scanned twice') {
    changes = 0
    return await openScreen(<Page next={(version) => withText(version, stored)} />, answers)
  }
  const story = (screen: OpenScreen) => screen.all('textarea')[1] as HTMLTextAreaElement

  it('is saved once it is changed, and is as it is stored from then on', async () => {
    const screen = await opened({ [call]: { id: 7, version: 2 } })
    expect(isDisabled(screen, 'Save')).toBe(true)
    await type('Scanned twice', story(screen))
    expect(story(screen).value).toBe('Scanned twice')
    expect(isDisabled(screen, 'Save')).toBe(false)
    await click(screen.button('Save'))
    expect(screen.calls.at(-1)?.body).toEqual({
      version: 1,
      evidence: [
        { field: 'product_description', text: 'Two tickets' },
        { field: 'uncategorized_text', text: 'Scanned twice' },
      ],
    })
    expect(changes).toBe(1)
    expect(isDisabled(screen, 'Save')).toBe(true)
  })

  it('keeps what is typed when a newer version arrives, and takes that where nothing is', async () => {
    const screen = await opened({}, 'By a colleague')
    await click(screen.button('Another version'))
    expect(story(screen).value).toBe('By a colleague')
    await type('Mine', story(screen))
    await click(screen.button('Another version'))
    expect(story(screen).value).toBe('Mine')
  })

  it('takes a colleague’s text for one field while another is being typed', async () => {
    const screen = await opened({ [call]: { id: 7, version: 3 } }, 'By a colleague')
    const [product] = screen.all('textarea') as HTMLTextAreaElement[]
    await type('Two tickets for the front row', product as HTMLTextAreaElement)
    await click(screen.button('Another version'))
    expect(product?.value).toBe('Two tickets for the front row')
    expect(story(screen).value).toBe('By a colleague')
    await click(screen.button('Save'))
    expect(screen.calls.at(-1)?.body).toEqual({
      version: 2,
      evidence: [
        { field: 'product_description', text: 'Two tickets for the front row' },
        { field: 'uncategorized_text', text: 'By a colleague' },
      ],
    })
  })

  it('keeps what is typed between the press of Save and its answer', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const screen = await opened({ [call]: () => promise })
    await type('Scanned twice', story(screen))
    await click(screen.button('Save'))
    await type('Scanned twice, at two gates', story(screen))
    await act(async () => resolve({ id: 7, version: 2 }))
    await expect.poll(() => changes).toBe(1)
    expect(story(screen).value).toBe('Scanned twice, at two gates')
    expect(isDisabled(screen, 'Save')).toBe(false)
  })

  it('says what the server refuses, and keeps what is typed', async () => {
    const screen = await opened({ [call]: new Refused({ evidence: 'Enter what the bank should know.' }) })
    await type('Scanned twice', story(screen))
    await click(screen.button('Save'))
    expect(screen.find('[role="alert"]').textContent).toBe('Enter what the bank should know.')
    expect(story(screen).value).toBe('Scanned twice')
    expect(changes).toBe(0)
    await type('Scanned thrice', story(screen))
    expect(screen.all('[role="alert"]')).toEqual([])
  })

  it('becomes what the record says with one press, where it differs', async () => {
    const screen = await opened({})
    expect(
      screen.all('button').filter(({ textContent }) => textContent === 'Use the text from the record'),
    ).toHaveLength(1)
    await click(screen.button('Use the text from the record'))
    expect(story(screen).value).toBe('Scanned at the gate')
  })

  it('is sent to the bank of this dispute, as it is on the page', async () => {
    const screen = await opened({
      'POST /rest/data/disputes/7/submit/preview': { effects: ['The bank receives 2 texts.'], token: 'seen' },
    })
    await click(screen.button('Send evidence…'))
    await vi.waitFor(() =>
      expect(screen.calls.map((one) => one.call)).toEqual(['POST /rest/data/disputes/7/submit/preview']),
    )
    expect(screen.find('[aria-label="Effects"]').textContent).toBe('The bank receives 2 texts.')
  })
})

describe('an answer to a dispute', () => {
  const evidence = [{ field: 'uncategorized_text', text: 'Scanned' }] as const
  const open = async (kind: 'submit' | 'accept', answers: Answers) => {
    const [onClose, onDone] = [vi.fn(), vi.fn()]
    const dialog = <AnswerDialog kind={kind} id={7} evidence={[...evidence]} onClose={onClose} onDone={onDone} />
    return { screen: await openScreen(dialog, answers), onClose, onDone }
  }
  const path = '/rest/data/disputes/7'
  const preview = { effects: ['The bank receives 1 text.'], token: 'seen' }

  it('shows its effects before it is given with what was seen', async () => {
    const { screen, onDone } = await open('submit', {
      [`POST ${path}/submit/preview`]: preview,
      [`POST ${path}/submit`]: { message: 'Evidence on its way' },
    })
    expect(screen.find('[aria-label="Effects"]').textContent).toBe('The bank receives 1 text.')
    await click(screen.button('Send evidence'))
    expect(screen.calls.map(({ call, body }) => [call, body])).toEqual([
      [`POST ${path}/submit/preview`, { evidence }],
      [`POST ${path}/submit`, { evidence, token: 'seen' }],
    ])
    expect(onDone).toHaveBeenCalledOnce()
  })

  it('cannot be given where its preview is refused, which is said', async () => {
    const { screen, onDone } = await open('accept', {
      [`POST ${path}/accept/preview`]: new Refused({ evidence: 'Above your limit.' }),
    })
    expect(screen.find('[role="alert"]').textContent).toBe('Above your limit.')
    const press = screen.all('[role="dialog"] button').findLast(({ textContent }) => textContent === 'Accept dispute')
    expect(press?.hasAttribute('disabled')).toBe(true)
    expect(onDone).not.toHaveBeenCalled()
  })
})

describe('the files of the evidence', () => {
  const receipt = {
    field: 'receipt',
    name: 'receipt.pdf',
    bytes: 1_200_000,
    by: 'Ida',
    at: '2026-11-20T10:00:00Z',
  } as const
  const put = 'PUT /rest/data/disputes/7/files/customer_communication'
  async function choose(screen: OpenScreen, file: File) {
    const input = screen.find('input[type="file"]')
    const written = vi.fn()
    Object.defineProperty(input, 'files', { value: [file], configurable: true })
    Object.defineProperty(input, 'value', { get: () => file.name, set: written, configurable: true })
    await act(async () => {
      input.dispatchEvent(new Event('change', { bubbles: true }))
      await vi.waitFor(() => expect(written).toHaveBeenCalled())
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
    return written
  }

  it('take one for the next field that has none, and the same one again', async () => {
    const onChange = vi.fn()
    const screen = await openScreen(<EvidenceFiles id={7} files={[receipt]} isOpen onChange={onChange} />, {
      [put]: {},
    })
    const written = await choose(screen, new File(['%PDF-1.7'], 'mails.pdf'))
    expect(written).toHaveBeenCalledWith('')
    expect(screen.calls).toMatchObject([{ call: put, body: { fileName: 'mails.pdf', data: btoa('%PDF-1.7') } }])
    expect(onChange).toHaveBeenCalledOnce()
  })

  it('say before they are sent that they are too large together, up to the last byte', async () => {
    const screen = await openScreen(<EvidenceFiles id={7} files={[receipt]} isOpen onChange={() => {}} />, {
      [put]: {},
    })
    const sized = (size: number) => Object.defineProperty(new File(['x'], 'mails.pdf'), 'size', { value: size })
    await choose(screen, sized(3_300_001))
    expect(screen.find('[role="alert"]').textContent).toBe('All files of a dispute can have 4.5 MB together.')
    expect(screen.calls).toEqual([])
    await choose(screen, sized(3_300_000))
    expect(screen.calls).toHaveLength(1)
  })

  it('stay as they are once they were sent', async () => {
    const screen = await openScreen(<EvidenceFiles id={7} files={[receipt]} isOpen={false} onChange={() => {}} />)
    expect(screen.all('button').map(({ textContent }) => textContent)).toEqual(['receipt.pdf'])
    expect(screen.text()).toContain('1,200 KB · by Ida')
  })
})

describe('the facts of a dispute', () => {
  const shown = async (more: Partial<RecordOf<typeof disputes>>, lostElsewhere = 0) => {
    const screen = await openScreen(
      <DisputeFacts dispute={{ ...dispute, ...more }} details={{ ...details, lostElsewhere }} />,
    )
    return screen.all('dt').map(({ textContent }) => textContent)
  }

  it('have the amounts that there are, and no zeros', async () => {
    expect(await shown({})).toEqual(expect.arrayContaining(['Disputed', 'Withdrawn', 'Dispute fee', 'Payment']))
    await closeScreen()
    const without = await shown({ withdrawn: 0, fee: 0 })
    for (const label of ['Withdrawn', 'Reinstated', 'Dispute fee', 'Refunded']) expect(without).not.toContain(label)
  })

  it('say what other orders of the payment lost, and not that the bank gave it back', async () => {
    const labels = await shown({ reinstated: 2000 }, 2000)
    expect(labels).toContain('Charged back on other orders')
    expect(labels).not.toContain('Reinstated')
    await closeScreen()
    expect(await shown({ reinstated: 2000 }, 500)).toContain('Reinstated')
  })
})

it.each([
  [3, /^Answer by .+\. in (2 h 59 m|3 h)$/],
  [24, /^Answer by .+\. tomorrow$/],
  [200, /^Answer by .+\. $/],
])('a dispute that is due in %i h counts down only where that says more than the day', async (hours, words) => {
  const dueBy = new Date(Date.now() + hours * 3_600_000).toISOString()
  const answers = { 'GET /rest/data/disputes/7': { ...dispute, dueBy }, 'GET /rest/data/disputes/7/details': details }
  const screen = await openScreen(<DisputeScreen />, answers, '/page?id=7')
  expect(screen.find('[aria-label="Next step"] p').textContent).toMatch(words)
})
