import * as z from 'zod/mini'

// As its payloads are, since Tiqets' own reference is not public: ids are text in older ones and numbers in newer ones, and
// only what is read is asked for.

const id = z.union([z.string(), z.number()])
const text = z.optional(z.nullable(z.string()))
const number = z.optional(z.nullable(z.union([z.number(), z.string()])))

export const tiqetsProduct = z.object({
  id,
  title: z.string().check(z.minLength(1)),
  tagline: text,
  summary: text,
  language: text,
  price: number,
  /** Older payloads name none: prices are in the currency that was asked for. */
  currency: text,
  city_id: z.optional(z.nullable(id)),
  city_name: text,
  geolocation: z.optional(z.nullable(z.object({ lat: z.nullable(z.number()), lng: z.nullable(z.number()) }))),
  duration: text,
  images: z.optional(z.array(z.object({ large: text, medium: text, alt_text: text }))),
  ratings: z.optional(z.nullable(z.object({ average: number, total: number }))),
  sale_status: text,
  tag_ids: z.optional(z.nullable(z.array(id))),
  venue: z.optional(z.nullable(z.object({ name: text, address: text }))),
  timezone: text,
})
export type TiqetsProduct = z.output<typeof tiqetsProduct>

export const tiqetsOne = z.object({ product: tiqetsProduct })
export const tiqetsPage = z.object({
  products: z.array(z.object({ id, sale_status: text })),
  pagination: z.object({ total: z.number(), page: z.number(), page_size: z.number() }),
})
/** A page of a search has what a list has: less of each product than its own page. */
export const tiqetsFound = z.object({
  products: z.array(
    z.object({
      id,
      title: z.string(),
      price: number,
      currency: text,
      city_name: text,
      images: z.optional(z.array(z.object({ medium: text, small: text }))),
    }),
  ),
  pagination: z.object({ total: z.number() }),
})
export const tiqetsDays = z.object({
  dates: z.array(
    z.object({
      date: z.string(),
      timeslots: z.optional(
        z.array(
          z.object({ variants: z.optional(z.array(z.object({ available: z.optional(z.nullable(z.number())) }))) }),
        ),
      ),
    }),
  ),
})
export const tiqetsError = z.object({ success: z.optional(z.boolean()), error: text, message: text })
