import type { Row } from './rows.ts'

export interface Provider {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly kind: 'marketplace' | 'primary' | 'broker_feed' | 'tours'
  readonly currency: string
  readonly commission: number
  readonly priority: number
  /** How its booking references begin. */
  readonly prefix: string
}

const providers: readonly Provider[] = [
  {
    id: 1,
    code: 'viator',
    name: 'Viator',
    kind: 'tours',
    currency: 'USD',
    commission: 2_200,
    priority: 10,
    prefix: 'BR-',
  },
  {
    id: 2,
    code: 'tiqets',
    name: 'Tiqets',
    kind: 'tours',
    currency: 'EUR',
    commission: 1_800,
    priority: 20,
    prefix: 'TQ',
  },
  {
    id: 3,
    code: 'globick',
    name: 'Globick',
    kind: 'tours',
    currency: 'EUR',
    commission: 2_000,
    priority: 30,
    prefix: 'GLB-',
  },
  {
    id: 4,
    code: 'tourcms',
    name: 'TourCMS',
    kind: 'tours',
    currency: 'GBP',
    commission: 2_400,
    priority: 40,
    prefix: '',
  },
  {
    id: 5,
    code: 'grandstand-exchange',
    name: 'Grandstand Exchange',
    kind: 'marketplace',
    currency: 'GBP',
    commission: 1_500,
    priority: 10,
    prefix: 'GX',
  },
  {
    id: 6,
    code: 'palco-directo',
    name: 'Palco Directo',
    kind: 'primary',
    currency: 'EUR',
    commission: 1_000,
    priority: 20,
    prefix: 'PD-',
  },
  {
    id: 7,
    code: 'northside-box-office',
    name: 'Northside Box Office',
    kind: 'primary',
    currency: 'USD',
    commission: 900,
    priority: 25,
    prefix: 'NBO',
  },
  {
    id: 8,
    code: 'seat-harbour',
    name: 'Seat Harbour',
    kind: 'broker_feed',
    currency: 'USD',
    commission: 1_700,
    priority: 40,
    prefix: 'SH-',
  },
]

export const tourProviders = providers.slice(0, 4)
export const ticketProviders = providers.slice(4)

export function providerRows(createdAt: number): Row[] {
  return providers.map(({ prefix: _, ...provider }) => ({
    ...provider,
    is_enabled: true,
    created_at: createdAt,
    updated_at: createdAt,
  }))
}
