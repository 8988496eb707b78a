import { instant, select, text } from './fields.ts'

/** Where a page of the public website stands. */
export const publications = ['draft', 'in_review', 'published', 'unpublished', 'archived'] as const
export type Publication = (typeof publications)[number]

/** What may come after each state. The database holds the same (migration 0021), and a test compares them. */
export const publicationSteps: Readonly<Record<Publication, readonly Publication[]>> = {
  draft: ['in_review', 'published', 'archived'],
  in_review: ['draft', 'published', 'archived'],
  published: ['unpublished'],
  unpublished: ['draft', 'in_review', 'published', 'archived'],
  archived: ['draft'],
}

/** What every page has beside its own fields: spread into the fields of a resource whose definition has `page`. */
export const publicationFields = {
  publication: select(publications, {
    required: true, initial: 'draft', readOnly: true,
    labels: { in_review: 'In review' },
    tones: { draft: 'neutral', in_review: 'busy', published: 'good', unpublished: 'warn', archived: 'neutral' },
  }),
  publishAt: instant({ readOnly: true, label: 'To be published' }),
  unpublishAt: instant({ readOnly: true, label: 'To be taken down' }),
  publishedAt: instant({ readOnly: true, label: 'Last published' }),
}

/** A slug that is made out of the title when nobody gives one. */
const slugOptions = { max: 120, format: 'slug', translatable: true, help: 'Part of the address. Left empty, it is made out of what the page is called.' } as const

/** The same with a slug that no other record of the resource has. */
export const pageFields = { slug: text({ ...slugOptions, unique: true }), ...publicationFields }
/** The same with a slug that is told apart by the record that `page.within` names as well. */
export const scopedPageFields = { slug: text(slugOptions), ...publicationFields }

/** The key under which pages keep what search engines show below their title. */
export const searchDescription = 'seoDescription'

/** What search engines are told of a page, whose own title stands in for theirs. */
export function searchFields(title: 'name' | 'title') {
  return {
    seoTitle: text({
      max: 70, translatable: true, label: 'Search title',
      help: title === 'name' ? 'At most 70 characters. The name where it is left empty.' : 'At most 70 characters. The title where it is left empty.',
    }),
    [searchDescription]: text({ max: 160, translatable: true, label: 'Search description', help: 'At most 160 characters.' }),
  }
}

/** One thing that is looked at before a page goes public. */
export interface PageCheck {
  readonly key: string
  /** What holds when it is met, as a short sentence without a full stop. */
  readonly label: string
  /** Nobody publishes what does not meet it; without it people are only told. */
  readonly isBlocking: boolean
  /** Sees the record with its derived fields. */
  isMet(record: Readonly<Record<string, unknown>>): boolean
}

/** What makes a record a page of the public website. `K`: the keys of its fields. */
export interface PageDefinition<K extends string = string> {
  /** Its address with `{slug}`, and with `{id}` where the slug alone does not tell which record it is. */
  readonly path: `/${string}`
  /** The reference within whose records the slug has to be the only one; the whole resource unless told. */
  readonly within?: K
  /** Fields without which it cannot be published, besides title and slug. */
  readonly needs?: readonly K[]
  /** Fields that it had better have. */
  readonly wants?: readonly K[]
  readonly checks?: readonly PageCheck[]
}

/** Beginnings of addresses that belong to the site itself. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  'admin', 'api', 'assets', 'account', 'cart', 'checkout', 'favicon', 'health', 'help', 'img', 'index', 'login', 'logout', 'me', 'new', 'openapi',
  'rest', 'robots', 'search', 'sitemap', 'static', 'user', 'v1', 'website', 'www',
])

/**
 * The public address of a page in a language.
 *
 * @param locale - the BCP 47 locale whose pages begin with it; null for the default, which has no prefix
 */
export function pagePathOf({ path }: Pick<PageDefinition, 'path'>, record: { readonly id: number; readonly slug: string }, locale: string | null): string {
  return `${locale === null ? '' : `/${locale.toLowerCase()}`}${path.replace('{slug}', record.slug).replace('{id}', String(record.id))}`
}
