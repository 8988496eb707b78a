import type {
  PaymentGateway,
  RefundAnswer,
  RefundRequest,
  VoidAnswer,
  VoidRequest,
} from '../../orders/payment-gateway.server.ts'

/** What a gateway does with the next call. `lose`: it gives the money back, and the answer never arrives. */
export type Behaviour = 'succeed' | 'fail' | 'lose' | 'drop' | 'wait'

/** A gateway that keeps books of its own, to be held against ours. */
export class FakeGateway implements PaymentGateway {
  readonly provider = 'test'
  next: Behaviour = 'succeed'
  readonly known = new Map<string, RefundAnswer & { readonly amount: number }>()
  /** How often each key gave money back. */
  readonly paid = new Map<string, number>()

  handles(): boolean {
    return true
  }

  begin(): Promise<{ url: null }> {
    return Promise.resolve({ url: null })
  }

  async refund(request: RefundRequest): Promise<RefundAnswer> {
    const earlier = this.known.get(request.key)
    if (earlier) return earlier
    if (this.next === 'drop') throw new Error('No connection')
    const answer: RefundAnswer =
      this.next === 'fail'
        ? { state: 'failed', reason: 'card_closed' }
        : { state: this.next === 'wait' ? 'processing' : 'succeeded', reference: `re_${request.key}` }
    this.known.set(request.key, { ...answer, amount: request.amount })
    if (answer.state === 'succeeded') this.#pay(request.key)
    if (this.next === 'lose') throw new Error('The answer was lost')
    return await Promise.resolve(answer)
  }

  findRefund({ key }: RefundRequest): Promise<RefundAnswer | null> {
    return Promise.resolve(this.known.get(key) ?? null)
  }

  /** Authorisations that it gave up, with how often it was asked to; taken before are those in `taken`. */
  readonly voids = new Map<string, number>()
  readonly taken = new Set<string>()

  async void({ payment }: VoidRequest): Promise<VoidAnswer> {
    if (this.next === 'drop') throw new Error('No connection')
    if (this.next === 'fail') return { state: 'failed', reason: 'not_possible' }
    if (this.taken.has(payment)) return { state: 'captured', fee: 30 }
    this.voids.set(payment, (this.voids.get(payment) ?? 0) + 1)
    if (this.next === 'lose') throw new Error('The answer was lost')
    return await Promise.resolve({ state: 'voided' })
  }

  findVoid({ payment }: VoidRequest): Promise<VoidAnswer | null> {
    return Promise.resolve(this.voids.has(payment) ? { state: 'voided' } : null)
  }

  /** What it took without an answer has arrived since. */
  arrive(): void {
    for (const [key, { state, amount }] of this.known)
      if (state === 'processing') {
        this.known.set(key, { state: 'succeeded', reference: `re_${key}`, amount })
        this.#pay(key)
      }
  }

  /** All money that it gave back. */
  total(): number {
    return [...this.known.values()].reduce((sum, { state, amount }) => sum + (state === 'succeeded' ? amount : 0), 0)
  }

  #pay(key: string): void {
    this.paid.set(key, (this.paid.get(key) ?? 0) + 1)
  }
}
