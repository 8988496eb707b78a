import { t } from '../../../core/i18n/language.ts'
import type { CellType, ExportColumn } from '../../../platform/transfer/export-columns.ts'
import type { UnitType } from '../../products/product-age-bands.ts'
import { unitLabels } from '../../products/product-age-bands.ts'
import { bookingStatusLabels, fulfilmentStatusLabels } from '../../purchases/states/purchase-states.ts'
import { noteLabelNames } from '../../section-mapping/placement-labels.ts'

interface Line {
  readonly title: string
  readonly quantity: number
  readonly unitType: UnitType | null
  readonly section: string | null
  readonly row: string | null
  readonly seats: readonly string[]
  readonly holderNames: readonly string[]
  readonly notes: readonly string[]
  readonly noteLabels: readonly string[]
}

/** An order as a row of a manifest. */
export interface ManifestOrder {
  readonly id: number
  readonly reference: string
  readonly leadName: string
  readonly phone: string | null
  readonly language: string
  readonly option: string | null
  readonly localTime: string | null
  readonly quantity: number
  readonly bookingStatus: keyof typeof bookingStatusLabels
  readonly fulfilmentStatus: keyof typeof fulfilmentStatusLabels
  readonly redeemedAt: string | null
  readonly isNoShow: boolean
  readonly meetingPoint: string | null
  readonly answers: readonly { readonly question: string; readonly answer: string }[]
  readonly eTickets: number
  readonly lines: readonly Line[]
}

const some = (values: readonly (string | null)[]) => {
  const there = values.filter((value): value is string => value !== null && value !== '')
  return there.length === 0 ? null : there.join('; ')
}
const eachOnce = (values: readonly (string | null)[]) => some([...new Set(values)])

type Read = (order: ManifestOrder) => string | number | null

// Edge: a file's columns read rows whose keys they know; these rows are orders.
const column = (key: string, label: string, type: CellType, read: Read, words?: (order: ManifestOrder) => string) =>
  ({
    key,
    label,
    type,
    read: (row) => read(row as unknown as ManifestOrder),
    ...(words && { inWords: (row) => words(row as unknown as ManifestOrder) }),
  }) satisfies ExportColumn

/** The columns of a performance's manifest: one ticket for each who comes, with its seat. */
export const eventColumns = (): readonly ExportColumn[] => [
  ...head(),
  column('tickets', t('Tickets'), 'number', ({ quantity }) => quantity),
  column('section', t('Section'), 'text', ({ lines }) => eachOnce(lines.map(({ section }) => section))),
  column('row', t('Row'), 'text', ({ lines }) => eachOnce(lines.map(({ row }) => row))),
  column('seats', t('Seats'), 'text', ({ lines }) => some(lines.flatMap(({ seats }) => seats))),
  column('eTickets', t('E-tickets sent'), 'number', ({ eTickets }) => eTickets),
  ...tail(),
]

/** The columns of a product's manifest: how many of each age band come, each band of the day in a column of its own. */
export const productColumns = (bands: readonly UnitType[]): readonly ExportColumn[] => [
  ...head(),
  column('option', t('Option'), 'text', ({ option }) => option),
  column('starts', t('Starts'), 'time', ({ localTime }) => localTime),
  ...bands.map((band) =>
    column(band.toLowerCase(), t(unitLabels[band]), 'number', ({ lines }) =>
      lines.reduce((sum, { unitType, quantity }) => sum + (unitType === band ? quantity : 0), 0),
    ),
  ),
  column('party', t('Party'), 'number', ({ quantity }) => quantity),
  column('meetingPoint', t('Meeting point'), 'text', ({ meetingPoint }) => meetingPoint),
  ...tail(),
]

const head = () => [
  column('reference', t('Reference'), 'text', ({ reference }) => reference),
  column('leadName', t('Lead name'), 'text', ({ leadName }) => leadName),
  column('holders', t('Holders'), 'text', ({ lines }) => some(lines.flatMap(({ holderNames }) => holderNames))),
]

function tail(): readonly ExportColumn[] {
  // Said now: while the file is written, no one's language is known any more.
  const booking = inTheirWords(bookingStatusLabels)
  const delivery = inTheirWords(fulfilmentStatusLabels)
  const labels = inTheirWords(noteLabelNames)
  const yes = t('Yes')
  const notes = ({ lines, answers }: ManifestOrder) =>
    some([
      ...new Set(lines.flatMap(({ noteLabels }) => noteLabels.map((label) => labels[label] ?? label))),
      ...new Set(lines.flatMap((line) => line.notes)),
      ...answers.map(({ question, answer }) => `${question}: ${answer}`),
    ])
  return [
    column(
      'bookingStatus',
      t('Booking'),
      'text',
      (order) => order.bookingStatus,
      (order) => booking[order.bookingStatus] ?? order.bookingStatus,
    ),
    column(
      'fulfilmentStatus',
      t('Fulfilment'),
      'text',
      (order) => order.fulfilmentStatus,
      (order) => delivery[order.fulfilmentStatus] ?? order.fulfilmentStatus,
    ),
    column('redeemedAt', t('Redeemed'), 'instant', ({ redeemedAt }) => redeemedAt),
    column('noShow', t('No-show'), 'text', ({ isNoShow }) => (isNoShow ? yes : null)),
    column('notes', t('Notes'), 'text', notes),
    column('phone', t('Phone'), 'text', ({ phone }) => phone),
    column('language', t('Language'), 'text', ({ language }) => language),
  ]
}

const inTheirWords = (labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, t(label)]))
