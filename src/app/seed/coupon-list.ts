type Amount = { readonly currency: string; readonly amount: number }

/** A coupon of the demo. Days count from today; what is left out is not limited. */
export interface DemoCoupon {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly status: 'draft' | 'active' | 'paused' | 'archived'
  readonly kind: 'percent' | 'fixed'
  readonly percent?: number
  readonly amounts?: readonly Amount[]
  readonly maxDiscounts?: readonly Amount[]
  readonly minSpends?: readonly Amount[]
  readonly from: number
  readonly until: number | null
  readonly channels?: readonly string[]
  readonly campaign?: string
  readonly platformShare?: number
  readonly totalLimit?: number
  readonly isReturnedOnCancel?: boolean
  /** Used up to the last: its limit is set to what was used. */
  readonly isExhausted?: boolean
  /** How often it is used, compared with the others. */
  readonly weight: number
}

const five: readonly Amount[] = [
  { currency: 'EUR', amount: 500 },
  { currency: 'GBP', amount: 500 },
  { currency: 'USD', amount: 600 },
  { currency: 'JPY', amount: 800 },
  { currency: 'KWD', amount: 1_750 },
]
const ten: readonly Amount[] = [
  { currency: 'EUR', amount: 1_000 },
  { currency: 'GBP', amount: 900 },
  { currency: 'USD', amount: 1_100 },
  { currency: 'JPY', amount: 1_600 },
  { currency: 'KWD', amount: 3_500 },
  { currency: 'CLP', amount: 10_000 },
]

export const demoCoupons: readonly DemoCoupon[] = [
  {
    id: 1,
    code: 'WELCOME10',
    name: 'Welcome: 10% off',
    status: 'active',
    kind: 'percent',
    percent: 1_000,
    from: -730,
    until: null,
    campaign: 'welcome',
    isReturnedOnCancel: true,
    maxDiscounts: [
      { currency: 'EUR', amount: 4_000 },
      { currency: 'USD', amount: 4_500 },
    ],
    weight: 30,
  },
  {
    id: 2,
    code: 'BIENVENIDA',
    name: 'Bienvenida: 10 % de descuento',
    status: 'active',
    kind: 'percent',
    percent: 1_000,
    from: -700,
    until: null,
    campaign: 'welcome',
    weight: 16,
  },
  {
    id: 3,
    code: 'APP5',
    name: 'Five off in the app',
    status: 'active',
    kind: 'fixed',
    amounts: five,
    from: -400,
    until: null,
    channels: ['app'],
    campaign: 'app',
    weight: 14,
  },
  {
    id: 4,
    code: 'VERANO12',
    name: 'Summer before last',
    status: 'active',
    kind: 'percent',
    percent: 1_200,
    from: -560,
    until: -470,
    campaign: 'summer',
    weight: 30,
  },
  {
    id: 5,
    code: 'SUMMER15',
    name: 'Last summer',
    status: 'active',
    kind: 'percent',
    percent: 1_500,
    from: -200,
    until: -100,
    campaign: 'summer',
    weight: 34,
  },
  {
    id: 6,
    code: 'BLACKFRIDAY',
    name: 'Black Friday week',
    status: 'active',
    kind: 'percent',
    percent: 2_000,
    from: -365,
    until: -357,
    campaign: 'black-friday',
    weight: 60,
    platformShare: 6_000,
  },
  {
    id: 7,
    code: 'NAVIDAD',
    name: 'Regalos de Navidad',
    status: 'archived',
    kind: 'fixed',
    amounts: ten,
    from: -345,
    until: -318,
    campaign: 'christmas',
    weight: 30,
  },
  {
    id: 8,
    code: 'PARTNER8',
    name: 'Partners: 8% off',
    status: 'active',
    kind: 'percent',
    percent: 800,
    from: -650,
    until: null,
    channels: ['partner'],
    campaign: 'partners',
    platformShare: 5_000,
    weight: 40,
  },
  {
    id: 9,
    code: 'TEN4YOU',
    name: 'Ten for regulars',
    status: 'active',
    kind: 'fixed',
    amounts: ten,
    minSpends: ten.map(({ currency, amount }) => ({ currency, amount: amount * 5 })),
    from: -300,
    until: 120,
    campaign: 'crm',
    weight: 12,
  },
  {
    id: 10,
    code: 'FLASH25',
    name: 'Flash sale, used up',
    status: 'active',
    kind: 'percent',
    percent: 2_500,
    from: -90,
    until: 30,
    isExhausted: true,
    campaign: 'flash',
    weight: 20,
  },
  {
    id: 11,
    code: 'SORRY15',
    name: 'Goodwill after a cancellation',
    status: 'active',
    kind: 'percent',
    percent: 1_500,
    from: -720,
    until: null,
    campaign: 'care',
    weight: 5,
    isReturnedOnCancel: true,
  },
  {
    id: 12,
    code: 'PHONE3',
    name: 'Three per cent on the phone',
    status: 'paused',
    kind: 'percent',
    percent: 300,
    from: -500,
    until: null,
    channels: ['phone'],
    weight: 6,
  },
  {
    id: 13,
    code: 'SPRING12',
    name: 'Next spring',
    status: 'active',
    kind: 'percent',
    percent: 1_200,
    from: 40,
    until: 130,
    campaign: 'spring',
    weight: 0,
  },
  {
    id: 14,
    code: 'NEWYEAR',
    name: 'New Year, still a draft',
    status: 'draft',
    kind: 'fixed',
    amounts: ten,
    from: 20,
    until: 50,
    campaign: 'new-year',
    weight: 0,
  },
  {
    id: 15,
    code: 'LATINO15',
    name: 'América Latina',
    status: 'active',
    kind: 'percent',
    percent: 1_500,
    from: -150,
    until: 60,
    campaign: 'latam',
    totalLimit: 100_000,
    weight: 8,
  },
  {
    id: 16,
    code: 'OLDPARTNER',
    name: 'A partner who left',
    status: 'archived',
    kind: 'percent',
    percent: 500,
    from: -730,
    until: -500,
    channels: ['partner'],
    weight: 10,
  },
]
