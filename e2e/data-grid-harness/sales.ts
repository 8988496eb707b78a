/** Invented sales for the harness, the same on every run. */
export interface Sale {
  readonly id: number
  readonly reference: string
  readonly event: string
  readonly venue: string
  readonly buyer: string
  readonly status: 'Paid' | 'Pending' | 'Refunded' | 'Failed'
  readonly channel: string
  readonly tickets: number
  /** Minor units of pounds; null while unpriced. */
  readonly total: number | null
  readonly fee: number
  readonly soldOn: string
  readonly note: string
  readonly children?: readonly Sale[]
}

const events = [
  'Hamilton',
  'The Lion King',
  'Arsenal v Chelsea',
  'Lakers v Celtics',
  'Wicked',
  'Edinburgh Castle: skip-the-line entry',
  'The Phantom of the Opera',
  'Sagrada Família guided tour with access to both towers',
  'Les Misérables',
  'Roland-Garros',
]
const venues = [
  'Victoria Palace Theatre',
  'Lyceum Theatre',
  'Emirates Stadium',
  'Crypto.com Arena',
  'Apollo Victoria Theatre',
]
const buyers = [
  'Amara Okafor',
  'Liam Walsh',
  'Yuki Tanaka',
  'Sofía Reyes',
  'Noah Lindqvist',
  'Ines Carvalho',
  'Omar Haddad',
]
export const statuses = ['Paid', 'Pending', 'Refunded', 'Failed'] as const
export const channels = ['Web', 'Phone', 'Seller API', 'Partner'] as const

/** `count` sales; every eleventh has no total yet. */
export function makeSales(count: number, from = 1): readonly Sale[] {
  return Array.from({ length: count }, (_, index) => {
    const id = from + index
    const mixed = (id * 7919) % 10007
    const tickets = 1 + (mixed % 6)
    return {
      id,
      reference: `MQ-${String(100000 + mixed).slice(1)}-${id}`,
      event: events[mixed % events.length] ?? '',
      venue: venues[mixed % venues.length] ?? '',
      buyer: buyers[mixed % buyers.length] ?? '',
      status: statuses[mixed % 7 > 3 ? 0 : mixed % 4] ?? 'Paid',
      channel: channels[mixed % channels.length] ?? 'Web',
      tickets,
      total: id % 11 === 0 ? null : tickets * (3950 + (mixed % 90) * 100),
      fee: tickets * 250,
      soldOn: `2026-${twoDigits(1 + (mixed % 11))}-${twoDigits(1 + (mixed % 28))}`,
      note: mixed % 5 === 0 ? 'Asked for aisle seats near the stage, wheelchair space needed' : '',
    }
  })
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
