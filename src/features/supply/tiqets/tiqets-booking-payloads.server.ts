import * as z from 'zod/mini'

// Orders as they are seen in use by others: there is no public reference. What of it is a guess is in docs/suppliers.md.

const id = z.union([z.string(), z.number()])
const text = z.optional(z.nullable(z.string()))

const cancellation = z.optional(
  z.nullable(
    z.object({
      policy: z.optional(z.enum(['before_date', 'before_timeslot', 'never'])),
      /** Hours before. */
      window: z.optional(z.number()),
    }),
  ),
)

export const tiqetsDay = z.object({
  dates: z.array(
    z.object({
      date: z.string(),
      timeslots: z.array(
        z.object({
          time: z.string(),
          variants: z.array(
            z.object({
              id: z.optional(id),
              variant_id: z.optional(id),
              available: z.optional(z.nullable(z.number())),
              price: z.optional(z.nullable(z.union([z.number(), z.string()]))),
            }),
          ),
        }),
      ),
    }),
  ),
  cancellation,
})

export const tiqetsBegun = z.object({ order_reference_id: id, payment_confirmation_token: z.string() })

export const tiqetsOrder = z.object({
  order: z.object({
    order_reference_id: id,
    status: z.string(),
    timeslot: text,
    failure_reason: text,
    cancellation,
  }),
})

export const tiqetsTickets = z.object({ tickets_pdf_url: text })
