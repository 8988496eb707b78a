/** The part of the vendor's client that the test of our simulator uses; the package has no types of its own. */
declare module 'tourcms-js' {
  interface Answer {
    readonly data: string
  }

  export default class TourCMS {
    constructor(marketplaceId: number, apiKey: string)
    setBaseURL(address: string): void
    APIRateLimitStatus(channel: number): Promise<Answer>
    listTours(channel: number): Promise<Answer>
    showTour(channel: number, tour: number): Promise<Answer>
    showTourDatesAndDeals(channel: number, tour: number, params: string): Promise<Answer>
    checkTourAvailability(channel: number, tour: number, params: string): Promise<Answer>
    startNewBooking(channel: number, booking: string): Promise<Answer>
    commitBooking(channel: number, booking: string): Promise<Answer>
    showBooking(channel: number, booking: string): Promise<Answer>
    cancelBooking(channel: number, booking: string): Promise<Answer>
  }
}
