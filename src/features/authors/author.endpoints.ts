import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import { t } from '../../core/i18n/language.ts'

const moved = z.object({ moved: z.int() })
const toId = z.int({ error: () => t('Send the id of the target.') })

export const reassignBylines = defineEndpoint('POST /rest/data/authors/:id/reassign', {
  summary: 'Put another author under every text of an author',
  access: ['authors', 'write'],
  tag: 'Authors',
  params: idParams,
  input: z.strictObject({ toId }),
  output: moved,
})

/** Maximum authors whose bylines one call can move. */
const maxMoved = 100
/** What happens to the authors whose bylines were moved. */
const afterwards = ['stay', 'take-down', 'archive'] as const
export type Afterwards = (typeof afterwards)[number]

export const moveBylines = defineEndpoint('POST /rest/data/authors/reassign', {
  summary:
    'Put one author under every text of several, and take these down or archive them where that is asked for, all of it or nothing',
  access: ['authors', 'write'],
  tag: 'Authors',
  input: z.strictObject({
    ids: z
      .array(z.int({ error: () => t('Every id must be a whole number.') }), {
        error: () => t('Send the authors’ ids.'),
      })
      .check(
        z.minLength(1, { error: () => t('Choose at least one author.') }),
        z.maxLength(maxMoved, { error: () => t('At most {most} at once.', { most: maxMoved }) }),
      ),
    toId,
    /** Unchanged if omitted. */
    afterwards: z.optional(
      z.enum(afterwards, { error: () => t('Send what happens to them: stay, take-down or archive.') }),
    ),
  }),
  output: z.object({ moved: z.int(), takenDown: z.int(), archived: z.int() }),
})

/** Pages that carry the name of an author. */
export const signedResources = ['categories', 'subcategories', 'aliases', 'lineups'] as const
const page = z.object({
  resource: z.enum(signedResources),
  id: z.int(),
  title: z.string(),
  publication: z.string(),
  /** The day on which its text was last known to be right. */
  freshOn: z.nullable(z.string()),
  /** Days over what the author promises; below 0 while it is fresh. */
  daysOver: z.nullable(z.int()),
})
export type AuthorPage = z.output<typeof page>

export const readAuthorPages = defineEndpoint('GET /rest/data/authors/:id/pages', {
  summary: 'Read which pages an author has signed and which are due to be looked at again',
  access: ['authors', 'ui'],
  tag: 'Authors',
  params: idParams,
  output: z.object({ pages: z.array(page), /** How many there are that the caller may not see. */ hidden: z.int() }),
})
