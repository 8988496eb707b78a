import { sql } from 'kysely'
import { difference } from '../../../core/audit/audit.server.ts'
import { invalid } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { isSameJson } from '../../../core/same-json.ts'
import type { Db } from '../../../db/tables.server.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { CommandServer } from './command-server.server.ts'
import type { Effect } from './command-state.server.ts'
import { messageEffect } from './message-effect.server.ts'

const ended = new Set(['expired', 'rejected', 'cancelled', 'completed'])

/** Why an order can no longer be corrected. */
function refuseCorrection(order: CommandOrder, now: number): string | null {
  if (ended.has(order.booking)) return t('This order has ended.')
  if (order.changeableUntil <= now) return t('Already started.')
  return null
}

const supplierEffects = ({ provider, booking }: CommandOrder): readonly Effect[] =>
  booking === 'confirmed' || booking === 'pending_supplier'
    ? [{ about: 'supplier', text: t('{provider} still has the old booking. Tell them yourself.', { provider }) }]
    : []

const nothingElse = async (db: Db): Promise<readonly Effect[]> => [
  { about: 'margin', text: t('Price and margin don’t change.') },
  await messageEffect(db, 'change'),
]

interface Names {
  readonly customerName: string
  readonly holders: readonly { readonly position: number; readonly names: readonly string[] }[]
}

/** Whose names a line gets, and how many places have none yet. */
function holderEffects({ kind, lines }: CommandOrder, { position, names }: Names['holders'][number]): Effect[] {
  const line = lines.find((one) => one.position === position)
  if (!line) return []
  const { title, quantity, holderNames } = line
  const n = names.length
  return [
    {
      about: 'customer',
      text: t('{item}: {before} → {after}', {
        item: `${quantity} × ${title}`,
        before: holderNames.join(', ') || '–',
        after: names.join(', ') || '–',
      }),
    },
    ...(n === 0 || n === quantity
      ? []
      : [
          {
            about: 'customer' as const,
            text:
              kind === 'event'
                ? t('{n} of {quantity} tickets {n, plural, one {has} other {have}} a name.', { n, quantity })
                : t('{n} of {quantity} guests {n, plural, one {has} other {have}} a name.', { n, quantity }),
          },
        ]),
  ]
}

export const namesServer: CommandServer<Names> = {
  refuse: refuseCorrection,
  async effects({ db, order, input }) {
    const problems: Record<string, string> = {}
    for (const [index, { position, names }] of input.holders.entries()) {
      const line = order.lines.find((one) => one.position === position)
      if (!line)
        problems[`holders.${index}.position`] = t('Line {position} isn’t one of this order’s items.', { position })
      else if (names.length > line.quantity)
        problems[`holders.${index}.names`] = t('This line has {n, plural, one {# place} other {# places}}.', {
          n: line.quantity,
        })
    }
    if (Object.keys(problems).length > 0) throw invalid(problems)
    const changed = changedHolders(order, input)
    if (changed.length === 0 && input.customerName === order.customerName)
      throw invalid({ customerName: t('Change at least one name.') })
    return [
      ...(input.customerName === order.customerName
        ? []
        : [
            {
              about: 'customer' as const,
              text: t('Lead name: {before} → {after}', { before: order.customerName, after: input.customerName }),
            },
          ]),
      ...changed.flatMap((holders) => holderEffects(order, holders)),
      ...supplierEffects(order),
      ...(await nothingElse(db)),
    ]
  },
  async apply({ db, order, input }) {
    const changed = changedHolders(order, input)
    await sql`
      update purchase_lines l set holder_names = array(select jsonb_array_elements_text(h.names))
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) h (position integer, names jsonb)
      where l.purchase_id = ${order.id} and l.position = h.position`.execute(db)
    const holdersBefore = Object.fromEntries(order.lines.map(({ position, holderNames }) => [position, holderNames]))
    const holders = { ...holdersBefore, ...Object.fromEntries(changed.map(({ position, names }) => [position, names])) }
    return {
      set: { customer_name: input.customerName },
      timeline: { kind: 'changed', detail: storedText('Names') },
      message: t('Names changed'),
      tells: 'change',
      ...difference(
        { customerName: order.customerName, holderNames: holdersBefore },
        { customerName: input.customerName, holderNames: holders },
      ),
    }
  },
}

const changedHolders = ({ lines }: CommandOrder, { holders }: Names) =>
  holders.filter(
    ({ position, names }) =>
      !isSameJson(lines.find((line) => line.position === position)?.holderNames ?? [], [...names]),
  )

export const answersServer: CommandServer<{ readonly answers: CommandOrder['answers'] }> = {
  refuse: (order, now) =>
    order.answers.length === 0 ? t('No questions for this order.') : refuseCorrection(order, now),
  async effects({ db, order, input }) {
    const questions = order.answers.map(({ question }) => question)
    if (
      !isSameJson(
        questions,
        input.answers.map(({ question }) => question),
      )
    )
      throw invalid({ answers: t('Answer the questions that were asked, in their order.') })
    const changed = input.answers.flatMap(({ question, answer }, index) => {
      const before = order.answers[index]?.answer ?? ''
      return before === answer ? [] : [{ question, before, answer }]
    })
    if (changed.length === 0) throw invalid({ answers: t('Change at least one answer.') })
    return [
      ...changed.map(({ question, before, answer }) => ({
        about: 'customer' as const,
        text: t('{question}: {before} → {after}', { question, before, after: answer }),
      })),
      ...supplierEffects(order),
      ...(await nothingElse(db)),
    ]
  },
  async apply({ order, input }) {
    return {
      set: { answers: JSON.stringify(input.answers) },
      timeline: { kind: 'changed', detail: storedText('Answers to booking questions') },
      message: t('Answers changed'),
      tells: 'change',
      before: { answers: order.answers },
      after: { answers: input.answers },
    }
  },
}
