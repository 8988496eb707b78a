import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { speaking } from '../../core/http/language.server.ts'
import { languageOf, t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { checkScope } from '../api-users/api-access.server.ts'
import type { ApiGateway } from '../api-users/api-gateway.server.ts'
import { discoveryScope } from '../api-users/discovery-names.ts'
import type { PartyBand } from '../products/party.ts'
import { bandColumns } from '../products/product-age-bands.server.ts'
import { optionPriceFrom } from '../products/unit-prices.server.ts'
import type { ForOption } from '../products/units-of-options.ts'
import { unitsOf } from '../products/units-of-options.ts'
import { answer } from './discovery.server.ts'
import { availabilityOf } from './discovery-availability.server.ts'
import type { AnswerLocale } from './discovery-locales.server.ts'
import { answerLocale, createLocaleBook } from './discovery-locales.server.ts'
import { utcSql } from './discovery-texts.server.ts'
import type { productOption } from './discovery-visits.ts'
import { availabilityCall, availabilityScopes, optionsCall } from './discovery-visits.ts'

type Given = Readonly<Record<string, string | undefined>>
type ProductOption = z.output<typeof productOption>

/** The calls that name what orders of products name: options, units, days and start times. */
export function implementVisits(database: Database, gateway: ApiGateway): readonly Implementation[] {
  const locales = createLocaleBook(database.kysely)
  return [
    gateway.implement(optionsCall, discoveryScope, async ({ params, query, request, reply, caller }) => {
      const locale = answerLocale(await locales(), (query as Given)['locale'], request)
      const hasPrices = caller.scopes.includes('prices:read')
      return answer('products', await optionsOf(database.kysely, params.id, locale, hasPrices), locale, reply)
    }),
    gateway.implement(availabilityCall, discoveryScope, async ({ params, query, request, reply, caller }) => {
      for (const scope of availabilityScopes) checkScope(caller, scope)
      const given = query as Given
      const locale = answerLocale(await locales(), given['locale'], request)
      const asked = {
        productId: recordIdIn(params.id) ?? 0,
        optionId: recordIdIn(given['optionId']) ?? 0,
        from: given['from'] ?? null,
        to: given['to'] ?? null,
        hasPrices: caller.scopes.includes('prices:read'),
      }
      const text = await speaking(languageOf(locale.code), () => availabilityOf(database.kysely, asked, Date.now()))
      return answer('products', text, locale, reply)
    }),
  ]
}

interface FoundOption extends Omit<
  ProductOption,
  'units' | 'fromPrice' | 'locale' | 'fallbackFields' | 'outdatedFields' | 'startTimes'
> {
  readonly startTimes: readonly string[]
  readonly from: number | null
}
interface FoundProduct {
  /** The language that its supplier writes in. */
  readonly locale: string
  readonly isMarketOpen: boolean
  readonly isPerUnit: boolean
  readonly currency: string
  readonly exponent: number
  readonly asOf: string | null
  readonly bands: readonly (PartyBand & ForOption)[]
  readonly options: readonly FoundOption[]
}

/** The active options of a public product, as JSON. */
async function optionsOf(db: Db, id: string, locale: AnswerLocale, hasPrices: boolean): Promise<string> {
  const {
    rows: [found],
  } = await sql<FoundProduct>`
    select p.locale, c.is_market_open as "isMarketOpen", p.pricing_per = 'UNIT' as "isPerUnit", p.currency, x.exponent, ${sql.raw(utcSql('p.last_synced_at'))} as "asOf",
      (select coalesce(json_agg(b order by b.id), '[]') from (select ${bandColumns} from product_age_bands where product_id = p.id) b) as bands,
      (select coalesce(json_agg(o), '[]') from (
        select t.id, t.title, t.is_default as "isDefault", t.duration_minutes as "durationMinutes", t.languages, t.meeting_point as "meetingPoint",
          t.start_times as "startTimes", t.cutoff_amount as "cutoffAmount", t.cutoff_unit as "cutoffUnit", t.min_units as "minUnits", t.max_units as "maxUnits",
          ${optionPriceFrom} as from, ${sql.raw(utcSql('t.updated_at'))} as "updatedAt"
        from product_options t where t.product_id = p.id and t.is_active order by t.is_default desc, t.id) o) as options
    from products p join cities c on c.id = p.city_id join currencies x on x.code = p.currency
    where p.id = ${recordIdIn(id) ?? 0} and p.status = 'live'`.execute(db)
  if (!found) throw new Refusal(404, t('No public record has this id.'))
  return JSON.stringify({ data: found.options.map((option) => optionIn(found, option, locale, hasPrices)) })
}

function optionIn(
  product: FoundProduct,
  { from, updatedAt, startTimes, ...option }: FoundOption,
  { code }: AnswerLocale,
  hasPrices: boolean,
): ProductOption {
  const { isPerUnit, isMarketOpen, currency, exponent, asOf, bands } = product
  const units = unitsOf(bands, option.id)
  const priced = (amount: number | null) =>
    isMarketOpen && amount !== null ? { price: amount, fees: 0, total: amount, currency, exponent, asOf } : null
  // Options are sold in the language that their supplier writes, as products are.
  const texts = [
    'title',
    ...(option.meetingPoint === null ? [] : ['meetingPoint']),
    ...units.flatMap(({ id }) => [`units.${id}.title`, `units.${id}.titlePlural`]),
  ]
  return {
    ...option,
    startTimes: startTimes.toSorted(),
    units: units.map(({ optionId: _, intendedGaps: __, net: ___, retail, accompaniedBy, ...unit }) => ({
      ...unit,
      accompaniedBy: [...accompaniedBy],
      ...(hasPrices && { price: isPerUnit ? priced(retail) : null }),
    })),
    ...(hasPrices && { fromPrice: priced(from) }),
    locale: code,
    fallbackFields: product.locale === code ? {} : Object.fromEntries(texts.map((name) => [name, product.locale])),
    outdatedFields: [],
    updatedAt,
  }
}
