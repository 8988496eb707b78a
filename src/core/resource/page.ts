import { instant, select, text } from './fields.ts'

/** The publication states of a page of the public website. */
export const publications = ['draft', 'in_review', 'published', 'unpublished', 'archived'] as const
export type Publication = (typeof publications)[number]

/** The states that can follow each state. The database says the same (`publication_step`), and a test compares them. */
export const publicationSteps: Readonly<Record<Publication, readonly Publication[]>> = {
  draft: ['in_review', 'published', 'archived'],
  in_review: ['draft', 'published', 'archived'],
  published: ['unpublished'],
  unpublished: ['draft', 'in_review', 'published', 'archived'],
  archived: ['draft'],
}

/** The fields every page has beside its own: spread into the fields of a resource whose definition has `page`. */
export const publicationFields = {
  publication: select(publications, {
    required: true,
    initial: 'draft',
    readOnly: true,
    labels: { in_review: 'In review' },
    tones: { draft: 'neutral', in_review: 'busy', published: 'good', unpublished: 'warn', archived: 'neutral' },
  }),
  publishAt: instant({ readOnly: true, label: 'Scheduled to publish' }),
  unpublishAt: instant({ readOnly: true, label: 'Scheduled to unpublish' }),
  publishedAt: instant({ readOnly: true, label: 'Last published' }),
}

/** A slug that is made from the title when none is given. */
const slugOptions = {
  max: 120,
  format: 'slug',
  translatable: true,
  help: 'Leave blank to generate one.',
} as const

/** The same with a slug that no other record of the resource has. */
export const pageFields = { slug: text({ ...slugOptions, unique: true }), ...publicationFields }
/** The same with a slug that is only unique together with the record that `page.within` names. */
export const scopedPageFields = { slug: text(slugOptions), ...publicationFields }

/** The key under which pages keep what search engines show below their title. */
export const searchDescription = 'seoDescription'

/** What search engines see of a page; its own title is the default for theirs. */
export function searchFields(title: 'name' | 'title') {
  return {
    seoTitle: text({
      max: 70,
      translatable: true,
      label: 'Search title',
      help:
        title === 'name'
          ? 'At most 70 characters. Blank means the name.'
          : 'At most 70 characters. Blank means the title.',
    }),
    [searchDescription]: text({
      max: 160,
      translatable: true,
      label: 'Search description',
      help: 'At most 160 characters.',
    }),
  }
}

/** Where something is put right. */
export type Mend =
  /** A field of the form. */
  | { readonly field: string }
  /** A part of the page by its heading; the field where the part is not there. */
  | { readonly part: string; readonly field?: string }
  /** The list of another resource, of which the records with this one in `by`. */
  | { readonly list: string; readonly by?: string }
  /** The page of the record that a reference names. */
  | { readonly record: string }

/** One thing that is looked at before a page goes public. */
export interface PageCheck {
  readonly key: string
  /** What is true when the condition is met, as a short sentence without a full stop. */
  readonly label: string
  /** What is true when it is not met, as the end of a sentence: `it has no venue`. */
  readonly lack: string
  /** A page that does not meet it cannot be published; otherwise it is only a warning. */
  readonly isBlocking: boolean
  /** Where its link leads. */
  readonly mendAt: Mend
  /** Sees the record with its derived fields. */
  isMet(record: Readonly<Record<string, unknown>>): boolean
}

/** The settings that make a record a page of the public website. `K`: the keys of its fields. */
export interface PageDefinition<K extends string = string> {
  /** Its address with `{slug}`, and with `{id}` where the slug alone does not identify the record. */
  readonly path: `/${string}`
  /** The reference within whose records the slug must be unique; the whole resource by default. */
  readonly within?: K
  /** Fields without which it cannot be published, besides title and slug. */
  readonly needs?: readonly K[]
  /** Fields that it had better have. */
  readonly wants?: readonly K[]
  readonly checks?: readonly PageCheck[]
  /**
   * Pages that are never unpublished. The table's own rules refuse it too, and a test checks that both have the same
   * pages.
   */
  readonly permanent?: PermanentPages
}

interface PermanentPages {
  /** Why, as a short sentence without a full stop. */
  readonly because: string
  /** Sees the record with its derived fields. */
  includes(record: Readonly<Record<string, unknown>>): boolean
}

/** Beginnings of addresses that belong to the site itself. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  'admin',
  'api',
  'assets',
  'account',
  'cart',
  'checkout',
  'favicon',
  'health',
  'help',
  'img',
  'index',
  'login',
  'logout',
  'me',
  'new',
  'openapi',
  'rest',
  'robots',
  'search',
  'sitemap',
  'static',
  'user',
  'v1',
  'website',
  'www',
])

/**
 * The public address of a page in a language.
 *
 * @param locale - the BCP 47 locale whose pages begin with it; null for the default, which has no prefix
 */
export function pagePathOf(
  { path }: Pick<PageDefinition, 'path'>,
  record: { readonly id: number; readonly slug: string },
  locale: string | null,
): string {
  return `${locale === null ? '' : `/${locale.toLowerCase()}`}${path.replace('{slug}', record.slug).replace('{id}', String(record.id))}`
}
