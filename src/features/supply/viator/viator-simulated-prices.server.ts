import type { SimulatedReply } from '../importing/simulator.server.ts'
import { plotOf } from '../importing/simulated-bookings.server.ts'
import { sampleProduct } from './viator-samples.server.ts'

export interface Item {
  readonly productCode: string
  readonly productOptionCode?: string
  readonly startTime?: string
  readonly currency: string
  readonly travelDate: string
  readonly isChanged?: boolean
  readonly paxMix: readonly { readonly ageBand: string; readonly numberOfTravelers: number }[]
}
export interface Voice {
  readonly json: (value: unknown, status?: number) => SimulatedReply
  readonly refusal: (status: number, code: string, message: string) => SimulatedReply
}

/** By the schedule that the simulator publishes; one product costs a tenth more than it says. */
export function priceOf({ productCode, productOptionCode, paxMix }: Item) {
  const schedule = sampleProduct(productCode)?.schedule
  const item = schedule?.bookableItems.find((one) => one.productOptionCode === (productOptionCode ?? 'TG1'))
  const details = item?.seasons[0]?.pricingRecords[0]?.pricingDetails ?? []
  const dearer = plotOf(productCode) === 'price-changed' ? 1.1 : 1
  const sum = (name: 'recommendedRetailPrice' | 'partnerTotalPrice') =>
    paxMix.reduce((all, { ageBand, numberOfTravelers }) => {
      const price = details.find((one) => one.ageBand === ageBand)?.price.original[name] ?? 0
      return all + price * numberOfTravelers
    }, 0)
  const [retail, net] = [sum('recommendedRetailPrice'), Math.round(sum('partnerTotalPrice') * dearer * 100) / 100]
  return { price: { recommendedRetailPrice: retail, partnerNetPrice: net, bookingFee: 0, partnerTotalPrice: net } }
}
