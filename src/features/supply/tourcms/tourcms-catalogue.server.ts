import { minorUnits } from '../importing/draft-money.server.ts'
import { commonFault, missingField, otherProduct } from '../importing/supplier-answers.server.ts'
import type { SupplierCatalogue } from '../importing/supplier-catalogue.server.ts'
import { foundPerPage, SupplierError } from '../importing/supplier-catalogue.server.ts'
import type { CatalogueContext } from '../importing/supplier-server.server.ts'
import { tourcmsCaller } from './tourcms-calls.server.ts'
import { childOf, childrenOf, onlyOption, textOf, tourcmsDraft } from './tourcms-draft.server.ts'

/** The catalogue of TourCMS, as an agent over the channels of its partners. */
export function tourcmsCatalogue(context: CatalogueContext): SupplierCatalogue {
  const { exponents, commission } = context
  const get = tourcmsCaller(context)

  return {
    /** One list of all tours of all channels, which is what channel 0 means; those whose texts are newer than the cursor have changed. */
    async listChanged(cursor) {
      const response = await get('0', '/p/tours/list.xml')
      const tours = childrenOf(response, 'tour').map((tour) => ({
        code: `${textOf(tour, 'channel_id')}-${textOf(tour, 'tour_id')}`,
        at: textOf(tour, 'descriptions_last_updated'),
      }))
      const newest = tours.reduce((latest, { at }) => (at > latest ? at : latest), cursor ?? '')
      return {
        items: tours.filter(({ at }) => cursor === null || at > cursor).map(({ code }) => ({ code, isGone: false })),
        present: tours.map(({ code }) => code),
        nextCursor: newest === '' ? null : newest,
        done: true,
      }
    },
    async search({ words, place, page }) {
      const asked = new URLSearchParams({
        per_page: String(foundPerPage),
        page: String(page),
        ...(words !== '' && { k: words }),
        ...(place !== '' && { location: place }),
      })
      let response
      try {
        response = await get('0', `/p/tours/search.xml?${asked}`)
      } catch (error) {
        // Its way to say that nothing was found.
        if (error instanceof SupplierError && error.fault.kind === 'not_found') return { items: [], total: 0 }
        throw error
      }
      const items = childrenOf(response, 'tour').map((tour) => {
        const currency = textOf(tour, 'sale_currency') || null
        const exponent = exponents.get(currency ?? '')
        const amount = Number(textOf(tour, 'from_price') || NaN)
        return {
          code: `${textOf(tour, 'channel_id')}-${textOf(tour, 'tour_id')}`,
          title: textOf(tour, 'tour_name_long') || textOf(tour, 'tour_name'),
          place: textOf(tour, 'location') || null,
          imageUrl: textOf(tour, 'thumbnail_image') || null,
          price: Number.isNaN(amount) || exponent === undefined ? null : minorUnits(amount, exponent),
          currency,
        }
      })
      return { items, total: Number(textOf(response, 'total_tour_count') || items.length) }
    },
    async getProduct(code) {
      const [channelId = '', tourId = ''] = code.split('-')
      const tour = childOf(await get(channelId, `/c/tour/show.xml?id=${tourId}`), 'tour')
      if (!tour) throw missingField('tour')
      if (textOf(tour, 'tour_id') !== tourId) throw otherProduct(textOf(tour, 'tour_id'))
      return tourcmsDraft(code, tour, exponents, commission)
    },
    async getAvailability(code, from, to) {
      const [channelId = '', tourId = ''] = code.split('-')
      const path = `/c/tour/datesprices/datesndeals/search.xml?id=${tourId}&startdate_start=${from}&startdate_end=${to}`
      const days = childrenOf(childOf(await get(channelId, path), 'dates_and_prices'), 'date')
      return days.map((day) => {
        const spaces = textOf(day, 'spaces_remaining')
        const vacancies = /^\d+$/.test(spaces) ? Number(spaces) : null
        const status = vacancies === 0 ? 'SOLD_OUT' : spaces === 'UNLIMITED' ? 'FREESALE' : 'AVAILABLE'
        return { optionCode: onlyOption, date: textOf(day, 'start_date'), status, vacancies }
      })
    },
    // Only what is asked of a channel is signed with its number.
    repeat: ({ path, code }) => get((path.startsWith('/c/') ? code?.split('-')[0] : null) ?? '0', path),
    classifyError: commonFault,
  }
}
