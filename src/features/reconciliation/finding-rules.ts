/** What has to be equal, by its name in the database, with what a finding says about it. */
export const findingRules = {
  lines: 'Lines add up to the total',
  grand_total: 'Items, fees and tax less discount are the total',
  captured: 'Payments add up to captured',
  refunded: 'Refunds add up to refunded',
  refund_pending: 'Refunds under way add up',
  charged_back: 'Lost disputes add up to charged back',
  payment_fees: 'Fees of payments and disputes add up',
  supplier_cost: 'Supplier cost is net cost at its rate',
  net_received: 'Ledger has the net received',
  disputed_funds: 'Ledger has the disputed funds',
  margin: 'Ledger has the margin',
  tax: 'Ledger has the tax owed',
  ledger_balance: 'Postings balance in each currency',
  net_invoiced: 'Invoices less rectifications are the net received',
  paid_twice: 'Nothing is paid back twice',
} as const
export type FindingRule = keyof typeof findingRules

export const findingRuleNames = [
  'lines',
  'grand_total',
  'captured',
  'refunded',
  'refund_pending',
  'charged_back',
  'payment_fees',
  'supplier_cost',
  'net_received',
  'disputed_funds',
  'margin',
  'tax',
  'ledger_balance',
  'net_invoiced',
  'paid_twice',
] as const satisfies readonly FindingRule[]

export const findingStates = ['open', 'explained', 'closed'] as const
export type FindingState = (typeof findingStates)[number]

export const findingCommands = ['explain', 'close', 'reopen'] as const
export type FindingCommand = (typeof findingCommands)[number]

/** What can be done with a finding in each state. */
export const commandsFor: Readonly<Record<FindingState, readonly FindingCommand[]>> = {
  open: ['close', 'explain'],
  explained: ['reopen', 'close'],
  closed: ['reopen'],
}
