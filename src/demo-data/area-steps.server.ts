import { sql } from 'kysely'
import { addDemoAdminUsers } from '../areas/admin-users/demo-admin-users.server.ts'
import { addDemoAliases } from '../areas/aliases/demo-aliases.server.ts'
import { addDemoApiUsers } from '../areas/api-users/demo-api-users.server.ts'
import { addDemoSections } from '../areas/catalogue/demo-sections.server.ts'
import { addDemoCoupons } from '../areas/coupons/demo-coupons.server.ts'
import { addDemoCustomerLife } from '../areas/customers/demo-customers.server.ts'
import { addDemoEvents } from '../areas/events/demo-events.server.ts'
import { addDemoLanguages } from '../areas/languages/demo-languages.server.ts'
import { addDemoAssignments } from '../areas/languages/demo-assignments.server.ts'
import { addDemoLineups } from '../areas/lineups/demo-lineups.server.ts'
import { addDemoMatches } from '../areas/matches/demo-matches.server.ts'
import { addDemoListings } from '../areas/places/demo-listings.server.ts'
import { addDemoDuplicates } from '../areas/merges/demo-duplicates.server.ts'
import { addDemoNotes } from '../areas/notes/demo-notes.server.ts'
import { addDemoProducts } from '../areas/products/demo-products.server.ts'
import { addDemoReviews } from '../areas/reviews/demo-reviews.server.ts'
import { addDemoRules } from '../areas/rules/demo-rules.server.ts'
import { addDemoSavedViews } from '../areas/saved-views/demo-saved-views.server.ts'
import { addDemoStaticPages } from '../areas/static-pages/demo-static-pages.server.ts'
import { addDemoTags } from '../areas/tags/demo-tags.server.ts'
import type { Db } from '../kit/endpoint.server.ts'
import type { Random } from './random.ts'

export interface Story {
  /** The moment at which it stops, ISO 8601. */
  readonly asOf: string
  /** Random numbers for one area, the same for the same seed. */
  random(area: string, place: number): Random
}

type AreaStep = readonly [label: string, work: (trx: Db, story: Story) => Promise<void>]

/** What people need to sign in and to sell. */
export const firstAreaSteps: readonly AreaStep[] = [
  ['coupons', async (trx, { random, asOf }) => {
    // They want somebody who answers for them.
    const { rows: [staff] } = await sql`select from staff where status = 'active' limit 1`.execute(trx)
    if (staff) await addDemoCoupons(trx, random('coupons', 0), asOf.slice(0, 10))
  }],
  ['admin users', addDemoAdminUsers],
  ['customers', (trx, { random, asOf }) => addDemoCustomerLife(trx, random('customers', 1), asOf)],
  ['API users', (trx, { random, asOf }) => addDemoApiUsers(trx, random('API users', 1), asOf)],
  ['saved views', addDemoSavedViews],
]

/** What editors have made of the catalogue, in an order in which what is pointed at comes first. */
export const laterAreaSteps: readonly AreaStep[] = [
  ['sections', addDemoSections],
  ['static pages', addDemoStaticPages],
  ['languages', addDemoLanguages],
  ['products', addDemoProducts],
  ['events', addDemoEvents],
  ['listings', addDemoListings],
  ['lineups', addDemoLineups],
  ['matches', addDemoMatches],
  ['aliases', addDemoAliases],
  ['tags', addDemoTags],
  ['performers', addDemoDuplicates],
  ['rules', addDemoRules],
  ['reviews', (trx, { random, asOf }) => addDemoReviews(trx, random('reviews', 1), asOf)],
  ['assignments', addDemoAssignments],
  ['notes', (trx, { random, asOf }) => addDemoNotes(trx, random('notes', 1), asOf)],
]
