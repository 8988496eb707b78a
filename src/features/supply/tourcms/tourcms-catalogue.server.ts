import type { XmlElement } from '../../languages/xml/xml-reader.ts'
import { NotXml, readXml } from '../../languages/xml/xml-reader.ts'
import { commonFault, faultOfStatus } from '../importing/supplier-answers.server.ts'
import type { SupplierCatalogue, SupplierFaultKind } from '../importing/supplier-catalogue.server.ts'
import { SupplierError } from '../importing/supplier-catalogue.server.ts'
import type { CatalogueContext } from '../importing/supplier-server.server.ts'
import { childOf, childrenOf, onlyOption, textOf, tourcmsDraft } from './tourcms-draft.server.ts'
import { tourcmsSignature } from './tourcms-signature.server.ts'

/** What `<error>` says, which is the outcome whatever the status. */
const kinds: Readonly<Record<string, SupplierFaultKind>> = {
  'NO MATCHING DATA': 'not_found',
  'FAIL_SIG': 'auth',
  'FAIL_KEYNOTFOUND': 'auth',
  'FAIL_TIME': 'auth',
  'FAIL_PERM': 'permission',
  'FAIL_TOUROPONLY': 'permission',
  'FAIL_PARTNERSONLY': 'permission',
  'FAIL_ACTIVEPARTNERSONLY': 'permission',
}

/** The catalogue of TourCMS, as an agent over the channels of its partners. */
export function tourcmsCatalogue({ ask, baseUrl, secrets, exponents }: CatalogueContext): SupplierCatalogue {
  async function get(channelId: string, path: string): Promise<XmlElement> {
    const { apiKey = '', marketplaceId = '' } = secrets
    const time = Math.floor(Date.now() / 1_000)
    const whole = `${baseUrl.pathname.replace(/\/+$/, '')}${path}`
    const signature = tourcmsSignature(apiKey, { channelId, marketplaceId, verb: 'GET', time, path: whole })
    const reply = await ask({
      method: 'GET',
      path,
      headers: {
        'content-type': 'text/xml;charset="utf-8"',
        'authorization': `TourCMS ${channelId}:${marketplaceId}:${signature}`,
        'x-tourcms-date': String(time),
      },
    })
    const response = responseIn(reply.body)
    const said = textOf(response, 'error')
    if (response && said === 'OK') return response
    const kind = kinds[said]
    if (kind) throw new SupplierError({ kind, detail: said })
    throw new SupplierError(
      faultOfStatus(reply) ?? { kind: 'invalid', detail: said.slice(0, 100) || 'not the expected XML' },
    )
  }

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
    async getProduct(code) {
      const [channelId = '', tourId = ''] = code.split('-')
      const tour = childOf(await get(channelId, `/c/tour/show.xml?id=${tourId}`), 'tour')
      if (!tour) throw new SupplierError({ kind: 'invalid', detail: 'no tour in the answer' })
      if (textOf(tour, 'tour_id') !== tourId)
        throw new SupplierError({ kind: 'invalid', detail: `tour ${textOf(tour, 'tour_id').slice(0, 20)} instead` })
      return tourcmsDraft(code, tour, exponents)
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
    classifyError: commonFault,
  }
}

/** The `<response>` of an answer; undefined where it is no such XML. Document types and entities are refused. */
function responseIn(body: string): XmlElement | undefined {
  try {
    const root = readXml(body)
    return root.name === 'response' ? root : undefined
  } catch (error) {
    if (error instanceof NotXml) return undefined
    throw error
  }
}
