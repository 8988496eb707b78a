import type { Settings } from '../../core/settings.server.ts'
import type { RefundReason } from '../purchases/states/purchase-ledger.ts'

/** A payment that a customer is about to make. */
interface PaymentRequest {
  /** Ours, and the key of the call: asked again with it, the gateway begins nothing twice. */
  readonly reference: string
  /** In minor units of the currency. */
  readonly amount: number
  readonly currency: string
  readonly locale: string
}

/** Money that goes back to a customer. */
export interface RefundRequest {
  /** Ours, and the key of the call: asked again with it, the gateway gives nothing back twice. */
  readonly key: string
  /** The payment, as the gateway or we named it. */
  readonly payment: string
  readonly amount: number
  readonly currency: string
  readonly reason: RefundReason
}

/** What a gateway says of a refund. `processing`: it has taken it, and says later whether it arrived. */
export type RefundAnswer =
  | { readonly state: 'succeeded'; readonly reference: string }
  | { readonly state: 'processing'; readonly reference: string }
  | { readonly state: 'failed'; readonly reason: string; readonly reference?: string | null }

/**
 * What is asked of the gateway that takes the customer's money. It tells us of the outcome by itself, through `settlePayment`
 * and `settleRefund`, and can tell it late, twice or out of order. What it throws leaves open whether it did what was asked.
 */
export interface PaymentGateway {
  /** As the ledger has it. */
  readonly provider: 'test'
  /** Whether it can give back what a provider took. */
  handles(provider: string): boolean
  /** Begins a payment. `url` is where the customer pays; null where nothing has to be shown. */
  begin(payment: PaymentRequest): Promise<{ readonly url: string | null }>
  refund(refund: RefundRequest): Promise<RefundAnswer>
  /** What became of a refund that was asked for before; null where the gateway does not know of it. */
  findRefund(refund: RefundRequest): Promise<RefundAnswer | null>
}

/** Takes no money: what becomes of a payment is said by a signed test event. What it gives back arrives at once. */
const testGateway: PaymentGateway = {
  provider: 'test',
  handles: () => true,
  begin: () => Promise.resolve({ url: null }),
  refund: ({ key }) => Promise.resolve({ state: 'succeeded', reference: key }),
  findRefund: () => Promise.resolve(null),
}

/** The gateway of this installation. In production there is none until one is set up. */
export function gatewayOf({ mode }: Pick<Settings, 'mode'>): PaymentGateway | null {
  return mode === 'demo' ? testGateway : null
}
