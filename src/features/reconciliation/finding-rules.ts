/** What has to be equal, by its name in the database, with what a finding says about it. */
export const findingRules = {
  lines: 'Lines differ from the total',
  grand_total: 'Total differs from its parts',
  captured: 'Payments differ from captured',
  refunded: 'Refunds differ from refunded',
  refund_pending: 'Refunds under way differ',
  charged_back: 'Lost disputes differ from charged back',
  payment_fees: 'Payment fees differ',
  supplier_cost: 'Supplier cost differs from its rate',
  net_received: 'Ledger differs: net received',
  disputed_funds: 'Ledger differs: disputed funds',
  margin: 'Ledger differs: margin',
  tax: 'Ledger differs: tax owed',
  store_credit: 'Ledger differs: store credit',
  ledger_balance: 'Posting not balanced',
  net_invoiced: 'Invoices differ from net received',
  paid_twice: 'Paid back twice',
  statement: 'Statement differs',
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
  'store_credit',
  'ledger_balance',
  'net_invoiced',
  'paid_twice',
  'statement',
] as const satisfies readonly FindingRule[]

/** After so many days an open finding is overdue, and reported to everyone who can give money back. */
export const maxOpenDays = 7

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
