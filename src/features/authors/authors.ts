import { instant, integer, longText, ref, refs, text, words } from '../../core/resource/fields.ts'
import { pageFields } from '../../core/resource/page.ts'
import { t } from '../../core/i18n/language.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { languageTagProblem } from '../../core/resource/text-formats.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { images } from '../../platform/media/images.ts'
import type { cities } from '../places/geo/cities.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    authors: true
  }
}

/**
 * Visitors follow these links, so nothing else is accepted, including a user name before the host, which would hide
 * where the link leads.
 */
const profileLink = /^https:\/\/[^\s<>"@\\/?#]{3,}(?:[/?#][^\s<>"\\]*)?$/

/** People whose names are under texts on the site. Each has a review interval for their pages. */
export const authors = defineResource('authors', {
  label: ['Author', 'Authors'],
  access: 'authors',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 120 }),
    photoId: ref(nameOf<typeof images>('images')),
    credentials: text({ max: 160, translatable: true, help: 'Credentials, in a line' }),
    biography: longText({ max: 4_000, translatable: true }),
    languages: words({ max: 10, format: 'locale', help: 'Codes such as en or pt-BR' }),
    cityIds: refs(nameOf<typeof cities>('cities'), { max: 20, label: 'Cities' }),
    website: text({ max: 500, format: 'url' }),
    profiles: words({ max: 8, help: 'Addresses of their pages elsewhere, each with https://' }),
    reviewDays: integer({
      required: true,
      min: 7,
      max: 1_095,
      initial: 180,
      label: 'Review every',
      help: 'Days until their pages are due for review',
    }),
    pageCount: integer({ derived: true, required: true, label: 'Pages' }),
    dueCount: integer({ derived: true, required: true, label: 'Pages due' }),
    lastActiveAt: instant({ derived: true, label: 'Last change of a page' }),
    ...pageFields,
  },
  page: { path: '/authors/{slug}', needs: ['biography'], wants: ['photoId', 'credentials', 'languages', 'cityIds'] },
  list: {
    columns: ['name', 'credentials', 'languages', 'pageCount', 'dueCount', 'lastActiveAt', 'publication'],
    shown: [
      { key: 'name', below: ['credentials'], picture: 'photoId' },
      'publication',
      'languages',
      'pageCount',
      'dueCount',
      { key: 'lastActiveAt', label: 'Last page change' },
    ],
    filters: ['publication', 'cityIds', 'publishAt'],
    search: ['name', 'slug'],
    sort: 'name',
    needs: ['pageCount', 'publication'],
  },
  form: {
    main: [
      { title: 'Author', fields: ['name', 'slug', 'photoId', 'credentials', 'biography'] },
      { title: 'Expertise', fields: ['languages', 'cityIds', 'website', 'profiles'] },
    ],
    aside: [{ title: 'Freshness', fields: ['reviewDays', 'pageCount', 'dueCount', 'lastActiveAt'] }],
  },
  *check({ profiles, languages }) {
    const link = profiles.find((value) => !profileLink.test(value))
    if (link !== undefined)
      yield { field: 'profiles', message: t('{link} is not a URL that starts with https://.', { link }) }
    const noTag = languageTagProblem(languages)
    if (noTag !== undefined) yield { field: 'languages', message: noTag }
  },
  summary: 'Authors, with what they are known for and how fresh their pages are.',
})
