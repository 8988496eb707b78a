import * as z from 'zod/mini'
import { readXml, type XmlElement } from '../languages/xml/xml-reader.ts'

/** Rates of one day against the euro. */
export interface DailyRates {
  /** `2026-11-24`. */
  readonly date: string
  readonly rates: readonly { readonly currency: string; readonly rate: string }[]
}

const day = z.iso.date()
const quote = z.object({
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  // As written: a double would change its last digits.
  rate: z.string().check(
    z.regex(/^\d{1,7}(\.\d{1,9})?$/),
    z.refine((text) => Number(text) > 0),
  ),
})

/**
 * Reads the daily reference rates of the European Central Bank: `Cube` elements in a `Cube` with their day, in a `Cube`.
 * Source: ecb.europa.eu, "Euro foreign exchange reference rates".
 * @throws Error when it is something else; a rate that cannot be read makes the whole file unusable
 */
export function readDailyRates(xml: string): DailyRates {
  const dated = elementsOf(readXml(xml)).find(({ name, attributes }) => name === 'Cube' && 'time' in attributes)
  if (!dated) throw new Error('There is no day in the file of exchange rates.')
  const date = dated.attributes['time'] ?? ''
  if (!day.safeParse(date).success) throw new Error(`"${date}" is not a day.`)
  const rates = dated.children.filter(({ name }) => name === 'Cube').map(({ attributes }) => quoteIn(attributes))
  if (rates.length === 0) throw new Error(`There are no rates for ${date} in the file.`)
  return { date, rates }
}

function elementsOf(element: XmlElement): XmlElement[] {
  return [element, ...element.children.flatMap(elementsOf)]
}

function quoteIn(attributes: XmlElement['attributes']): DailyRates['rates'][number] {
  const read = quote.safeParse(attributes)
  if (read.success) return read.data
  throw new Error(`This rate cannot be read: ${JSON.stringify(attributes)}.`)
}
