import { faultOfNumber } from '../../supply/importing/simulator.server.ts'

/** Made-up stock of the simulators: the same for an event's number, for all callers. */
export interface SampleTickets {
  readonly id: number
  readonly section: string
  readonly row: string | null
  readonly quantity: number
  readonly price: number
  readonly isParking: boolean
}

/** As brokers spell the sections of arenas and of theatres. Some are on no map. */
const spellings = {
  arena: [
    'Sec 101',
    '102',
    'Section 103 LL',
    '104',
    'Floor 2',
    'sec 105',
    '106',
    'VIP HOSPITALITY',
    '107',
    '108 UL',
    '409',
    'GA',
  ],
  theatre: [
    'Stalls Left',
    'STALLS CENTRE',
    'stalls rt',
    'Dress Crcl Left',
    'Dress Circle Centre',
    'Upper Circle Rt',
    'Box 3',
    'Balcony',
    'Best available',
    'Stalls Centre',
  ],
} as const

/** Events with such numbers have a listing without a price. */
const isCareless = (event: number) => String(event).startsWith('90000')

/** Even numbers play in arenas, odd ones in theatres. */
export function sampleTickets(event: number): SampleTickets[] {
  const sections = event % 2 === 0 ? spellings.arena : spellings.theatre
  const listed = sections.map((section, n): SampleTickets => ({
    id: event * 100 + n,
    section,
    row: n % 3 === 2 ? null : 'ABCDEFGH'.charAt((event + n) % 8),
    quantity: 1 + ((event + n * 5) % 6),
    price: n === 1 && isCareless(event) ? 0 : 4_500 + ((event * 37 + n * 911) % 160) * 100,
    isParking: false,
  }))
  const parking = {
    id: event * 100 + 99,
    section: 'Parking Lot B',
    row: null,
    quantity: 1,
    price: 2_500,
    isParking: true,
  }
  return event % 2 === 0 ? [...listed, parking] : listed
}

/** What of a listing is gone, kept or sold at the simulator. */
export function createStock() {
  const taken = new Map<number, number>()
  const holds = new Map<string, { readonly id: number; readonly quantity: number; readonly until: number }>()
  const now = () => Date.now()
  function drop(code: string): boolean {
    const hold = holds.get(code)
    if (!hold) return false
    holds.delete(code)
    taken.set(hold.id, (taken.get(hold.id) ?? 0) - hold.quantity)
    return true
  }
  let last = 0
  return {
    left: ({ id, quantity }: SampleTickets) => {
      for (const [code, hold] of holds) if (hold.until < now()) drop(code)
      return Math.max(0, quantity - (taken.get(id) ?? 0))
    },
    hold(id: number, quantity: number, seconds: number): { readonly code: string; readonly until: string } {
      const [code, until] = [`H${++last}`, now() + seconds * 1_000]
      holds.set(code, { id, quantity, until })
      taken.set(id, (taken.get(id) ?? 0) + quantity)
      return { code, until: new Date(until).toISOString() }
    },
    /** Sells what is held, and answers with the listing; null where the hold has ended. */
    sell: (code: string): number | null => {
      const hold = holds.get(code)
      if (!hold || hold.until < now()) return null
      holds.delete(code)
      return hold.id
    },
    /** The listing of a hold. */
    heldListing: (code: string) => holds.get(code)?.id ?? null,
    release: drop,
  }
}

/** What goes wrong with an event, by how its number begins. */
export const simulatedFault = faultOfNumber

/** Of whatever is searched for: the event itself, and one that is nearly called so. */
export function sampleEvents(words: string) {
  if (words === '') return []
  const number = 7_000_000 + ([...words].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 900) * 2
  return [
    { number, name: words, time: '20:00', venue: 'Main Hall' },
    { number: number + 200_000, name: `${words} tribute night`, time: '22:30', venue: 'Corner Club' },
  ]
}

/** What becomes of orders of tickets of events whose numbers begin like this. */
const plots = {
  '91001': 'answer-lost',
  '91002': 'rejected',
  '91003': 'pending-then-confirmed',
  '91004': 'request-lost',
  '91006': 'pending-then-rejected',
} as const
type OrderPlot = (typeof plots)[keyof typeof plots]

interface SampleOrder {
  readonly number: number
  readonly plot: OrderPlot | null
  state: 'confirmed' | 'pending' | 'rejected'
  asked: number
}

/** The orders of one run of a simulator: our reference buys once, however often it comes. */
export function createOrders() {
  const all = new Map<string, SampleOrder>()
  const lost = new Set<string>()
  return {
    known: (reference: string) => all.get(reference),
    /** The first request for some events never arrives. */
    isLost(reference: string, event: number): boolean {
      if (plotOf(event) !== 'request-lost' || lost.has(reference)) return false
      lost.add(reference)
      return true
    },
    buy(reference: string, event: number): SampleOrder {
      const plot = plotOf(event)
      const state = plot === 'rejected' ? 'rejected' : plot?.startsWith('pending') ? 'pending' : 'confirmed'
      const order: SampleOrder = { number: 50_000 + all.size, plot, state, asked: 0 }
      all.set(reference, order)
      return order
    },
    /** The first question finds it pending; the second one finds it decided. */
    ask(reference: string): SampleOrder | undefined {
      const order = all.get(reference)
      if (order?.state === 'pending') {
        order.asked += 1
        if (order.asked > 1) order.state = order.plot === 'pending-then-rejected' ? 'rejected' : 'confirmed'
      }
      return order
    },
  }
}
export type SampleOrders = ReturnType<typeof createOrders>

const plotOf = (event: number): OrderPlot | null => plots[String(event).slice(0, 5) as keyof typeof plots] ?? null
