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

/** `url` is where the customer pays, `clientSecret` what a page of the gateway's own needs; null where nothing has to be shown. */
interface BegunPayment {
  readonly url: string | null
  readonly clientSecret?: string | null
  /** What the gateway calls it. */
  readonly reference?: string
}

/** Money that goes back to a customer. */
export interface RefundRequest {
  /** Who took the payment. */
  readonly provider: string
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

/** An authorisation that is given up: its money was never taken. */
export interface VoidRequest {
  /** Who authorised the payment. */
  readonly provider: string
  /** Ours, and the key of the call. */
  readonly key: string
  /** The payment, as the gateway or we named it. */
  readonly payment: string
}

/** What a gateway says of it. `captured`: the money had been taken before. */
export type VoidAnswer =
  | { readonly state: 'voided' }
  | { readonly state: 'captured'; readonly fee: number }
  | { readonly state: 'failed'; readonly reason: string }

/**
 * What is asked of the gateway that takes the customer's money. It tells us of the outcome by itself, through `settlePayment`
 * and `settleRefund`, and can tell it late, twice or out of order. What it throws leaves open whether it did what was asked.
 */
export interface PaymentGateway {
  /** As the ledger has it. */
  readonly provider: 'test' | 'stripe'
  /** Whether it can give back what a provider took. */
  handles(provider: string): boolean
  begin(payment: PaymentRequest): Promise<BegunPayment>
  refund(refund: RefundRequest): Promise<RefundAnswer>
  /** What became of a refund that was asked for before; null where the gateway does not know of it. */
  findRefund(refund: RefundRequest): Promise<RefundAnswer | null>
  void(request: VoidRequest): Promise<VoidAnswer>
  /** What became of a void that was asked for before; null where the payment is as it was. */
  findVoid(request: VoidRequest): Promise<VoidAnswer | null>
}

/** Takes no money: what becomes of a payment is said by a signed test event. What it gives back arrives at once, and it gives up
 * every authorisation. */
export const testGateway: PaymentGateway = {
  provider: 'test',
  handles: () => true,
  begin: () => Promise.resolve({ url: null }),
  refund: ({ key }) => Promise.resolve({ state: 'succeeded', reference: key }),
  findRefund: () => Promise.resolve(null),
  void: () => Promise.resolve({ state: 'voided' }),
  findVoid: () => Promise.resolve(null),
}

type GatewaySettings = Pick<Settings, 'mode' | 'stripe' | 'port'>

let make: (settings: GatewaySettings) => PaymentGateway | null = () => null

/** Says how the gateway of an installation is made, for the feature that has one. */
export function provideGateway(maker: typeof make): void {
  make = maker
}

/** The gateway of this installation; null in production until one is set up. */
export function gatewayOf(settings: GatewaySettings): PaymentGateway | null {
  return make(settings)
}
