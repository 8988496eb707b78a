import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import type { SupplyContext } from '../supply/importing/connections.server.ts'
import { openCatalogue } from '../supply/importing/connections.server.ts'
import type { SupplierCatalogue } from '../supply/importing/supplier-catalogue.server.ts'
import { faultSentence } from '../supply/importing/supplier-catalogue.server.ts'
import { commonFault } from '../supply/importing/supplier-answers.server.ts'
import type { SupplierServer } from '../supply/importing/supplier-server.server.ts'
import { supplierServers } from '../supply/supplier-servers.server.ts'
import type { SourceFacts } from './availability.ts'
import type { Plan } from './plan-performance.server.ts'
import { pausedWords } from './plan-performance.server.ts'
import type { PlannedSource } from './planned-source.server.ts'
import { NotConnected } from './planned-source.server.ts'
import type { AskedProduct, ProductSubject } from './product-subject.server.ts'
import { productSubject } from './product-subject.server.ts'

export interface WantedProduct {
  readonly id: number
  readonly date: string
  readonly party: string | null
}

interface Setting {
  readonly db: Db
  readonly context: SupplyContext
  readonly subject: ProductSubject
  readonly date: string
}

/** The product's supplier and those of its alternatives; null if the product does not exist. */
export async function planProduct(db: Db, context: SupplyContext, wanted: WantedProduct): Promise<Plan | null> {
  const begun = performance.now()
  const subject = await productSubject(db, wanted)
  const [chosen] = subject?.products ?? []
  if (!subject || !chosen) return null
  const milliseconds = Math.round(performance.now() - begun)
  const setting = { db, context, subject, date: wanted.date }
  return {
    facts: {
      title: chosen.title,
      place: chosen.city,
      localDate: wanted.date,
      localTime: null,
      timeZone: chosen.timeZone,
      configuration: null,
      sale: null,
    },
    sources: subject.products.map((product) => sourceOf(setting, product, milliseconds)),
  }
}

function factsOf(subject: ProductSubject, product: AskedProduct, how: SourceFacts['how']): SourceFacts {
  const options = subject.optionsOf(product, null)
  return {
    provider: { id: product.providerId, code: product.providerCode, name: product.providerName },
    product: { id: product.id, title: product.title, timeZone: product.timeZone },
    how,
    code: product.code,
    cachedAt: product.cachedAt ?? newestOf(options),
    listings: [],
    suggestions: [],
    options,
    more: 0,
  }
}

/** When anything of the day was last stored. */
const newestOf = (options: SourceFacts['options']): string | null =>
  options
    .flatMap(({ stored }) => stored?.checkedAt ?? [])
    .toSorted()
    .at(-1) ?? null

function sourceOf(setting: Setting, product: AskedProduct, milliseconds: number): PlannedSource {
  const source = `${product.providerCode}-${product.id}`.slice(-60)
  const supplier = supplierServers.find(({ facts }) => facts.key === product.providerCode)
  const facts = factsOf(setting.subject, product, supplier ? 'live' : 'stock')
  if (!product.isEnabled) return { source, facts, state: 'not_asked', reason: pausedWords(null), milliseconds: null }
  if (!supplier) return { source, facts, state: 'answered', reason: null, milliseconds }
  return { source, facts, state: 'asking', reason: null, milliseconds: null, ...askingOf(setting, product, supplier) }
}

function askingOf(
  { db, context, subject, date }: Setting,
  product: AskedProduct,
  supplier: SupplierServer,
): Required<Pick<PlannedSource, 'ask' | 'problemOf'>> {
  const { name } = supplier.facts
  let catalogue: SupplierCatalogue | null = null
  return {
    async ask({ signal, heard }) {
      catalogue = await openCatalogue(db, supplier, context, {
        signal,
        heard,
        subject: () => `products ${product.id}`,
      })
      if (!catalogue) throw new NotConnected()
      const days = await catalogue.getAvailability(product.code, date, date)
      return { ...factsOf(subject, product, 'live'), options: subject.optionsOf(product, days) }
    },
    problemOf(error) {
      if (error instanceof NotConnected) return t('The connection to {supplier} is off.', { supplier: name })
      return faultSentence(name, (catalogue?.classifyError ?? commonFault)(error), 'by hand')
    },
  }
}
