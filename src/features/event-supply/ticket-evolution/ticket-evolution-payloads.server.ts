import * as z from 'zod/mini'

/** Only what is read; everything else can be there or not. */
const text = z.nullish(z.string())
const amount = z.union([z.number(), z.string().check(z.regex(/^\d+(\.\d+)?$/))])

const ticketGroup = z.object({
  id: z.union([z.int(), z.string()]),
  type: z.nullish(z.string()),
  section: text,
  row: text,
  quantity: z.int(),
  available_quantity: z.nullish(z.int()),
  splits: z.nullish(z.array(z.int())),
  wholesale_price: amount,
  face_value: z.nullish(amount),
  format: text,
  instant_delivery: z.nullish(z.boolean()),
  in_hand_on: text,
  public_notes: text,
  wheelchair: z.nullish(z.boolean()),
})
export type TicketGroup = z.output<typeof ticketGroup>

const page = { current_page: z.nullish(z.int()), per_page: z.nullish(z.int()), total_entries: z.nullish(z.int()) }

export const ticketGroups = z.object({ ...page, ticket_groups: z.array(ticketGroup) })

const event = z.object({
  id: z.union([z.int(), z.string()]),
  name: z.string(),
  /** Local to the venue, though it ends in Z. */
  occurs_at: text,
  venue: z.nullish(z.object({ name: text, location: text })),
})
export type TicketEvent = z.output<typeof event>

export const events = z.object({ ...page, events: z.array(event) })

// Assumed: no material at hand shows how tickets are held. Orders are named in the documentation as lists of items.
export const holdAnswer = z.object({ ticket_hold: z.object({ id: z.union([z.int(), z.string()]), expires_at: text }) })
const order = z.object({ id: z.union([z.int(), z.string()]), state: z.string() })
export const ordersAnswer = z.object({ orders: z.array(order) })
export const orderAnswer = z.object({ orders: z.array(order).check(z.minLength(1)) })
export const errorAnswer = z.object({ error: z.string() })
