import type { Country } from './geography.ts'
import { countries } from './geography.ts'
import { nameFrom, phoneFrom } from './names.ts'
import type { Random } from './random.ts'
import { hashText, randomOf, Weighted } from './random.ts'
import type { Row } from './rows.ts'
import type { SaleCalendar } from './sale-calendar.ts'

const day = 86_400_000
/** Of all customers, so many in a hundred were there before the two years began. */
const olderShare = 30

/** The buyer's details that a purchase copies. */
export interface Contact {
  readonly customerId: number | null
  readonly first: string
  readonly last: string
  readonly email: string
  readonly phone: string | null
  readonly locale: string
  readonly country: Country
}

const byWeight = new Weighted(countries, ({ weight }) => weight)
const mailDomains = [
  'example.com',
  'example.com',
  'example.org',
  'example.net',
  'mail.example.com',
  'correo.example.org',
]

function contactOf(random: Random, customerId: number | null, mark: string): Contact {
  const country = byWeight.pick(random)
  const { first, last, ascii } = nameFrom(random, country.code)
  return {
    customerId,
    first,
    last,
    country,
    email: `${ascii}.${mark}@${random.pick(mailDomains)}`,
    phone: phoneFrom(random, country.code),
    locale: random.chance(0.85) ? (country.languages[0] ?? 'en') : 'en',
  }
}

/** The customers, each made from its number alone. */
export class People {
  readonly #seed: number
  readonly #count: number
  readonly #calendar: SaleCalendar

  constructor(seed: number, count: number, calendar: SaleCalendar) {
    this.#seed = seed ^ hashText('people')
    this.#count = count
    this.#calendar = calendar
  }

  #random(id: number): Random {
    return randomOf(this.#seed, id)
  }

  contact(id: number): Contact {
    return contactOf(this.#random(id), id, id.toString(36))
  }

  /** A customer who buys without an account. */
  guest(random: Random, index: number): Contact {
    return contactOf(random, null, `g${index.toString(36)}`)
  }

  /** Who buys at a moment by which a share of all sales has been made: often a new customer, sometimes a regular. */
  buyer(random: Random, share: number): Contact {
    const older = Math.floor((this.#count * olderShare) / 100)
    const known = Math.max(1, older + Math.floor((this.#count - older) * share))
    const kind = random.next()
    if (kind < 0.42) return this.contact(Math.max(1, known - random.int(0, Math.max(1, Math.floor(this.#count / 150)))))
    // Every seventeenth customer comes back again and again.
    if (kind < 0.62) return this.contact(Math.min(known, Math.max(1, Math.floor(random.int(1, known) / 17) * 17)))
    return this.contact(random.int(1, known))
  }

  #createdAt(id: number): number {
    const older = Math.floor((this.#count * olderShare) / 100)
    if (id <= older) {
      return this.#calendar.firstMoment - Math.floor(((older - id + 1) / (older + 1)) * 1_000 * day)
    }
    // A little before the sale that the account was opened for.
    return this.#calendar.momentAt((id - older - 1) / (this.#count - older)) - 900_000
  }

  row(id: number, now: number): Row {
    const contact = this.contact(id)
    const random = randomOf(this.#seed ^ hashText('accounts'), id)
    const createdAt = this.#createdAt(id)
    const seenAt = Math.min(now, createdAt + Math.floor(random.next() * (now - createdAt)))
    const status = random.chance(0.006) ? 'blocked' : 'active'
    return {
      id,
      email: contact.email,
      first_name: contact.first,
      last_name: contact.last,
      phone: contact.phone,
      locale: contact.locale,
      country_id: contact.country.id,
      status,
      is_verified: random.chance(0.83),
      marketing_consent_at: random.chance(0.41) ? createdAt : null,
      last_seen_at: seenAt,
      tags: random.chance(0.03) ? [random.pick(['vip', 'group', 'press', 'agency'])] : [],
      risk_notes: status === 'blocked' ? 'Several charged-back purchases in a row.' : null,
      created_at: createdAt,
      updated_at: Math.max(createdAt, seenAt),
    }
  }
}
