import type { stepNow } from '../../purchases/next-step.ts'
import type { CommandName } from './command-drafts.ts'

type Step = ReturnType<typeof stepNow>

/** The commands that take an order's next step, the usual one first. A dispute is answered on its own page, and the
 * gateway captures payments. */
const nextCommands: Readonly<Record<Step, readonly CommandName[]>> = {
  none: [],
  answer_dispute: [],
  retry_refund: ['retry-refund', 'record-transfer'],
  answer_request: ['approve-request', 'decline-request'],
  resolve_oversell: ['resolve-oversell'],
  review_risk: ['approve', 'reject'],
  chase_supplier: ['chase', 'confirm'],
  confirm_or_release: ['confirm', 'cancel'],
  capture_payment: [],
  fix_delivery: ['retry-delivery', 'send-e-tickets', 'substitute-listing'],
  deliver_tickets: ['send-e-tickets', 'deliver'],
  decide_refund: ['refund', 'keep-payment'],
  approve_refund: ['approve-refund', 'reject-refund'],
  cancel_order: ['cancel'],
  refund_order: ['refund'],
}

/** Commands with those first that take the next step, in their order. */
export function inOrderOfUse<Named extends { readonly name: string }>(commands: readonly Named[], step: Step): Named[] {
  const next: readonly string[] = nextCommands[step]
  const rank = ({ name }: Named) => (next.includes(name) ? next.indexOf(name) : next.length)
  return commands.toSorted((a, b) => rank(a) - rank(b))
}

/** Whether a command takes the next step. */
export const takesNextStep = (name: string, step: Step): boolean => nextCommands[step].some((one) => one === name)
