import * as z from 'zod/mini'

/** Only what is read; everything else can be there or not. */
const text = z.nullish(z.string())

const pagination = z.nullish(
  z.object({ total_size: z.nullish(z.int()), page_number: z.nullish(z.int()), next_page: text }),
)

const event = z.object({
  event_id: z.string(),
  event_name: z.string(),
  /** Local to the venue, without a zone. */
  date_start: text,
  date_confirmed: z.nullish(z.boolean()),
  event_status: text,
  venue_name: text,
  city: text,
})
export type Xs2Event = z.output<typeof event>

export const events = z.object({ events: z.array(event), pagination })

const ticket = z.object({
  ticket_id: z.string(),
  category_id: text,
  type_ticket: text,
  ticket_status: text,
  /** In cents, like face_value. */
  net_rate: z.int(),
  face_value: z.nullish(z.int()),
  currency_code: text,
  stock: z.int(),
  flags: z.nullish(z.array(z.string())),
})
export type Xs2Ticket = z.output<typeof ticket>

export const tickets = z.object({ tickets: z.array(ticket), pagination })

export const categories = z.object({
  categories: z.array(
    z.object({
      category_id: z.string(),
      category_name: z.string(),
      on_svg: z.nullish(z.boolean()),
    }),
  ),
  pagination,
})

export const reservation = z.object({ reservation_id: z.string(), status: text, expires_at: text })
// Assumed: no material at hand shows a booking.
export const booking = z.object({ booking_id: z.string(), booking_status: z.string() })
export const bookingList = z.object({ bookings: z.array(booking) })
export const errorAnswer = z.object({ message: z.string() })
