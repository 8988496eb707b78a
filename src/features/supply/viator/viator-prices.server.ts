import type { ViatorSchedule, ViatorSeason } from './viator-payloads.server.ts'

/** What an age band (or, priced by unit, the whole booking: '') costs in one option, in major units of the currency. */
export interface BandPrice {
  readonly net: number
  readonly retail: number
}
export type OptionPrices = ReadonlyMap<string, BandPrice>

/** Whole-product schedules name no option. */
export const onlyOption = 'DEFAULT'

/**
 * The prices of each option: those of a day, else those of the next season. Where weekdays or the size of the
 * party change a price, the lowest counts, because that is what a product sells from.
 */
export function pricesOf({ bookableItems }: ViatorSchedule, today: string): ReadonlyMap<string, OptionPrices> {
  const prices = new Map<string, Map<string, BandPrice>>()
  for (const { productOptionCode = onlyOption, seasons } of bookableItems) {
    const bands = prices.get(productOptionCode) ?? new Map<string, BandPrice>()
    prices.set(productOptionCode, bands)
    for (const { pricingDetails } of seasonOn(seasons, today)?.pricingRecords ?? []) {
      for (const { ageBand = '', price } of pricingDetails) {
        const { recommendedRetailPrice: retail, partnerNetPrice: net = retail } = price.special ?? price.original
        const known = bands.get(ageBand)
        if (!known || retail < known.retail) bands.set(ageBand, { net, retail })
      }
    }
  }
  return prices
}

/** The season of a day, or the next one, or the last: an old price says more than none. */
function seasonOn(seasons: readonly ViatorSeason[], today: string): ViatorSeason | undefined {
  const sorted = seasons.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1))
  return (
    sorted.find(({ startDate, endDate }) => startDate <= today && (endDate === undefined || endDate >= today)) ??
    sorted.find(({ startDate }) => startDate > today) ??
    sorted.at(-1)
  )
}

/** Start times that any season or weekday of an option names, in the order of the day. */
export function startTimesOf({ bookableItems }: ViatorSchedule): ReadonlyMap<string, readonly string[]> {
  return new Map(
    bookableItems.map(({ productOptionCode = onlyOption, seasons }) => {
      const times = seasons
        .flatMap(({ pricingRecords }) => pricingRecords)
        .flatMap(({ timedEntries = [] }) => timedEntries.map(({ startTime }) => startTime.slice(0, 5)))
        .filter((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time))
      return [productOptionCode, [...new Set(times)].toSorted().slice(0, 96)] as const
    }),
  )
}

const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY']

/** On which days of a span each option takes place, and whether it is sold out. */
export function* daysOf({ bookableItems }: ViatorSchedule, from: string, to: string) {
  for (const { productOptionCode: optionCode = onlyOption, seasons } of bookableItems) {
    for (const day = new Date(`${from}T00:00:00Z`); ; day.setUTCDate(day.getUTCDate() + 1)) {
      const date = day.toISOString().slice(0, 10)
      if (date > to) break
      const records = seasons
        .filter(({ startDate, endDate }) => startDate <= date && (endDate === undefined || endDate >= date))
        .flatMap(({ pricingRecords }) => pricingRecords)
        .filter(
          ({ daysOfWeek = [] }) => daysOfWeek.length === 0 || daysOfWeek.includes(weekdays[day.getUTCDay()] ?? ''),
        )
      if (records.length === 0) {
        yield { optionCode, date, status: 'CLOSED', vacancies: 0 } as const
        continue
      }
      const isOut = (dates: readonly { date: string }[] = []) => dates.some((one) => one.date === date)
      const isSoldOut = records.every(
        ({ unavailableDates, timedEntries = [] }) =>
          isOut(unavailableDates) ||
          (timedEntries.length > 0 && timedEntries.every((entry) => isOut(entry.unavailableDates))),
      )
      yield { optionCode, date, status: isSoldOut ? 'SOLD_OUT' : 'AVAILABLE', vacancies: isSoldOut ? 0 : null } as const
    }
  }
}
