import type { OrderAxis } from '../order-preconditions.ts'
import { orderDivisions } from '../order-divisions.ts'
import { firstStatuses, orderTransitions } from '../order-transitions.ts'
import {
  bookingStatuses,
  bookingStatusLabels,
  fulfilmentStatuses,
  fulfilmentStatusLabels,
  paymentStatuses,
  paymentStatusLabels,
} from '../purchase-states.ts'

const axes: Readonly<
  Record<OrderAxis, { title: string; statuses: readonly string[]; labels: Record<string, string> }>
> = {
  booking: { title: 'Booking', statuses: bookingStatuses, labels: bookingStatusLabels },
  payment: { title: 'Payment', statuses: paymentStatuses, labels: paymentStatusLabels },
  fulfilment: { title: 'Fulfilment', statuses: fulfilmentStatuses, labels: fulfilmentStatusLabels },
}

function diagram(axis: OrderAxis): string {
  const moves = orderTransitions.filter((one) => one.axis === axis)
  return [
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${firstStatuses[axis]}`,
    ...moves.flatMap(({ name, from, to }) => from.map((status) => `  ${status} --> ${to}: ${name}`)),
    ...axes[axis].statuses
      .filter((status) => !moves.some(({ from }) => (from as readonly string[]).includes(status)))
      .map((status) => `  ${status} --> [*]`),
    '```',
  ].join('\n')
}

function table(axis: OrderAxis): string {
  const { labels } = axes[axis]
  const rows = orderTransitions
    .filter((one) => one.axis === axis)
    .map(({ name, from, to, needs, effect, reversal }) => [
      `\`${name}\``,
      from.map((status) => labels[status]).join(', '),
      labels[to] ?? to,
      needs.says,
      effect,
      reversal === null ? '—' : `\`${reversal}\``,
    ])
  return tableOf([['Transition', 'From', 'To', 'Precondition', 'Effect', 'Reversal'], ...rows])
}

function tableOf(cells: readonly (readonly string[])[]): string {
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const [head = '', ...body] = cells.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n')
}

function divisions(): string {
  const rows = Object.entries(orderDivisions).map(([name, { needs, effect, reversal }]) => [
    `\`${name}\``,
    needs.says,
    effect,
    reversal ?? '—',
  ])
  return tableOf([['Division', 'Precondition', 'Effect', 'Reversal'], ...rows])
}

/** docs/orders.md, as the table of transitions has it. */
export function ordersPage(): string {
  const sections = (Object.keys(axes) as OrderAxis[]).map((axis) =>
    [`## ${axes[axis].title}`, diagram(axis), table(axis)].join('\n\n'),
  )
  return `${[
    '# How orders move',
    'An order moves on three axes that are independent of each other. This page is generated from\n`src/features/purchases/states/order-transitions.ts`; the database refuses every other move (`is_order_move`). After a\nchange, run `npx vitest run --project unit src/features/purchases/states/order-transitions.test.ts -u`.',
    ...sections,
    '## Two orders of one',
    'The new order has the booking and payment status of the first. Each gets the delivery status of its own items.',
    divisions(),
  ].join('\n\n')}\n`
}
