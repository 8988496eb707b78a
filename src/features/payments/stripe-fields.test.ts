import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stripe } from 'stripe'
import { API } from 'typescript/unstable/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDispute, openDispute } from './local-stripe-disputes.server.ts'
import { localStripe } from './local-stripe.server.ts'

// Stripe's package has its types generated from Stripe's published OpenAPI, and says from which version. So every answer of
// the local gateway is written down as a literal of its type, and the compiler reads it: a field, a value or a null that
// Stripe does not have is a complaint. Fields that the local gateway leaves out are allowed, except those that we read.

const root = fileURLToPath(new URL('../../../', import.meta.url))
type Answer = Readonly<Record<string, unknown>>

/** What the product reads of each object, and of a refund what partners read. */
const read: Readonly<Record<string, readonly string[]>> = {
  PaymentIntent: ['id', 'client_secret', 'last_payment_error', 'latest_charge', 'metadata', 'status'],
  Charge: ['balance_transaction', 'id', 'payment_intent'],
  BalanceTransaction: ['amount', 'created', 'currency', 'exchange_rate', 'fee'],
  Refund: [
    'amount',
    'balance_transaction',
    'charge',
    'created',
    'currency',
    'destination_details',
    'id',
    'metadata',
    'object',
    'payment_intent',
    'reason',
    'status',
  ],
  Dispute: [
    'amount',
    'balance_transactions',
    'charge',
    'created',
    'currency',
    'evidence_details',
    'id',
    'payment_intent',
    'payment_method_details',
    'reason',
    'status',
  ],
  File: ['filename', 'id', 'purpose', 'size', 'type'],
  Event: ['data', 'id', 'type'],
}

/** Stripe's values can become more, so its types let every text through; here only those count that are published. */
const published = `
  type Known<T> = T extends string ? (string extends T ? never : T) : T
  type Published<T> = { [K in keyof T]?: [Extract<Known<T[K]>, string>] extends [never] ? T[K] : Known<T[K]> }`

/** What is a plain name until it is expanded is looked at by itself. */
const heads: Readonly<Record<string, string>> = {
  PaymentIntent: `Published<Omit<Stripe.PaymentIntent, 'latest_charge' | 'last_payment_error'>> &
    { latest_charge?: string | Partial<Stripe.Charge> | null; last_payment_error?: Partial<Stripe.PaymentIntent.LastPaymentError> | null }`,
  Charge: `Published<Omit<Stripe.Charge, 'balance_transaction'>> & { balance_transaction?: Partial<Stripe.BalanceTransaction> }`,
  Event: `Published<Pick<Stripe.Event, 'id' | 'object' | 'api_version' | 'created' | 'type'>>`,
}
const typeOf = (name: string) =>
  name.startsWith('Partial<') ? name : (heads[name]?.replaceAll('\n', ' ') ?? `Published<Stripe.${name}>`)

/** What the compiler says of answers as literals of their types, each with the place of its answer. */
function complaintsOf(
  answers: readonly (readonly [type: string, answer: Answer])[],
): readonly (readonly [place: number, text: string])[] {
  mkdirSync(join(root, '.cache'), { recursive: true })
  // Inside the project, so that the package is found.
  const folder = mkdtempSync(join(root, '.cache', 'stripe-fields-'))
  const [file, config] = [join(folder, 'answers.ts'), join(folder, 'tsconfig.json')]
  const lines = answers.map(([type, answer], index) => {
    const { data: _, ...own } = answer
    return `export const a${index}: ${typeOf(type)} = ${JSON.stringify(type === 'Event' ? own : answer)}`
  })
  const head = `import type { Stripe } from 'stripe'${published}\n`
  const [source, firstLine] = [`${head}${lines.join('\n')}`, head.split('\n').length]
  writeFileSync(file, source)
  const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', skipLibCheck: true, types: ['node'] }
  writeFileSync(config, JSON.stringify({ compilerOptions, files: ['answers.ts'] }))
  const api = new API({ cwd: folder })
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects()
    if (!project) throw new Error('The compiler opened nothing.')
    const { program } = project
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    return found.map(({ text, pos }) => [source.slice(0, pos).split('\n').length - firstLine, text] as const)
  } finally {
    api.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const answers: (readonly [type: string, answer: Answer])[] = []
const disputed: { id: string; asked: Stripe.Dispute.EvidenceDetails; noted: Stripe.Dispute.EvidenceDetails }[] = []
const answered = (type: string) => answers.filter(([name]) => name === type).map(([, answer]) => answer)

/** Has the local gateway do everything that it can, and keeps what it said as it was on the wire. */
beforeAll(async () => {
  const { books, apiKey, host, port, protocol } = await localStripe(0)
  const take = (type: string, answer: unknown) => {
    answers.push([type, JSON.parse(JSON.stringify(answer)) as Answer])
  }
  books.empty()
  books.onEvent = (event) => take('Event', event)
  const stripe = new Stripe(apiKey, { host, port, protocol, maxNetworkRetries: 0 })
  const begin = async () =>
    await stripe.paymentIntents.create({ amount: 9_000, currency: 'eur', metadata: { marquee: 'ABC-1' } })
  const paid = await begin()
  take('PaymentIntent', paid)
  take('PaymentIntent', await stripe.paymentIntents.confirm(paid.id))
  books.next = 'card_closed'
  const declined = await begin()
  books.next = 'card_closed'
  await stripe.paymentIntents.confirm(declined.id).catch(() => {})
  take('PaymentIntent', await stripe.paymentIntents.retrieve(declined.id))
  const whole = await stripe.paymentIntents.retrieve(paid.id, { expand: ['latest_charge.balance_transaction'] })
  take('Charge', whole.latest_charge)
  take('BalanceTransaction', (whole.latest_charge as Stripe.Charge).balance_transaction)
  for (const next of ['none', 'fail_late', 'card_closed'] as const) {
    books.next = next
    take(
      'Refund',
      await stripe.refunds.create({ payment_intent: paid.id, amount: 1_000, reason: 'requested_by_customer' }),
    )
  }
  for (const { id } of (await stripe.refunds.list({ payment_intent: paid.id })).data)
    take('Refund', await stripe.refunds.retrieve(id))
  const data = Buffer.from('%PDF-1.7 a receipt')
  const file = { name: 'receipt.pdf', type: 'application/pdf', data }
  const { id: receipt } = await stripe.files.create({ purpose: 'dispute_evidence', file })
  take('File', await stripe.files.retrieve(receipt))
  for (const outcome of ['won', 'lost', 'warning_closed'] as const) {
    const { id: payment } = await begin()
    const isInquiry = outcome === 'warning_closed'
    const wish = { payment, amount: 9_000, currency: 'eur', reason: 'fraudulent', isInquiry }
    const { id } = openDispute(books, wish)
    const asked = await stripe.disputes.retrieve(id)
    take('Dispute', asked)
    const noted = await stripe.disputes.update(id, { evidence: { uncategorized_text: 'A draft' }, submit: false })
    disputed.push({ id, asked: asked.evidence_details, noted: noted.evidence_details })
    take(
      'Dispute',
      await stripe.disputes.update(id, { evidence: { uncategorized_text: 'Sold', receipt }, submit: true }),
    )
    closeDispute(books, id, outcome)
    const closed = await stripe.disputes.retrieve(id)
    take('Dispute', closed)
    for (const movement of closed.balance_transactions) take('BalanceTransaction', movement)
  }
})
afterAll(async () => {
  const { books } = await localStripe(0)
  books.empty()
})

it('a dispute at the local Stripe has evidence from the first field on, which is no submission yet', () => {
  expect(disputed.map(({ asked, noted }) => [asked.has_evidence, noted.has_evidence, noted.submission_count])).toEqual(
    disputed.map(() => [false, true, 0]),
  )
  expect(new Set(disputed.map(({ id }) => id)).size).toBe(3)
})

describe('the fields of Stripe', () => {
  it('are read from types that were generated from its published OpenAPI, under the MIT licence', () => {
    const text = (name: string) => readFileSync(join(root, 'node_modules', 'stripe', name), 'utf8')
    expect(text('OPENAPI_VERSION').trim()).toMatch(/^v\d+$/)
    expect((JSON.parse(text('package.json')) as { license: string }).license).toBe('MIT')
  })

  it('are all that the local gateway answers with, with values that Stripe has', () => {
    expect(complaintsOf(answers)).toEqual([])
  })

  it.each(Object.entries(read))('that we read of a %s are in every answer', (type, names) => {
    expect(answered(type).length).toBeGreaterThan(0)
    for (const answer of answered(type)) expect(Object.keys(answer)).toEqual(expect.arrayContaining([...names]))
  })

  it('that we read are Stripe’s', () => {
    const names = Object.entries(read).flatMap(([type, fields]) =>
      fields.map((field) => [`Partial<Record<keyof Stripe.${type}, unknown>>`, { [field]: null }] as const),
    )
    expect(complaintsOf(names)).toEqual([])
  })

  it('differ from what Stripe does not have', () => {
    const changes = [
      ['Refund', { colour: 'red' }],
      ['Refund', { reason: 'whim' }],
      ['Refund', { amount: null }],
      ['PaymentIntent', { status: 'paid' }],
      ['Charge', { balance_transaction: { fee: '35' } }],
      ['Dispute', { evidence_details: { due: 1 } }],
      ['BalanceTransaction', { type: 'gift' }],
      ['File', { purpose: 'gossip' }],
      ['Event', { type: 'refund.vanished' }],
    ] as const
    const right = changes.map(([type]) => [type, { id: answered(type)[0]?.['id'] }] as const)
    expect(complaintsOf(right)).toEqual([])
    const wrong = changes.map(([type, change], index) => [type, { ...right[index]?.[1], ...change }] as const)
    expect(complaintsOf(wrong).map(([place]) => place)).toEqual(changes.map((_, index) => index))
  })
})
