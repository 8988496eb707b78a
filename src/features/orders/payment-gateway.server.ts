import type { Settings } from '../../core/settings.server.ts'

/** A payment that a customer is about to make. */
interface PaymentRequest {
  /** Ours, and the key of the call: asked again with it, the gateway begins nothing twice. */
  readonly reference: string
  /** In minor units of the currency. */
  readonly amount: number
  readonly currency: string
  readonly locale: string
}

/**
 * What is asked of the gateway that takes the customer's money. It tells us of the outcome by itself, through `settlePayment`, and
 * can tell it late, twice or out of order.
 */
export interface PaymentGateway {
  /** As the ledger has it. */
  readonly provider: 'test'
  /** Begins a payment. `url` is where the customer pays; null where nothing has to be shown. */
  begin(payment: PaymentRequest): Promise<{ readonly url: string | null }>
}

/** Takes no money: what becomes of a payment is said by a signed test event. */
const testGateway: PaymentGateway = {
  provider: 'test',
  begin: () => Promise.resolve({ url: null }),
}

/** The gateway of this installation. In production there is none until one is set up. */
export function gatewayOf({ mode }: Pick<Settings, 'mode'>): PaymentGateway | null {
  return mode === 'demo' ? testGateway : null
}
