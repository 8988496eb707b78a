import { t } from '../../core/i18n/language.ts'
import { boolean, integer, rows, select, text, words } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    tags: true
  }
}

export const tagKinds = ['event', 'tour'] as const
export const tagColours = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink'] as const
/** The suppliers whose terms are mapped to ours. Viator numbers its tags; the others have codes. */
export const tagSuppliers = ['viator', 'tiqets', 'globick', 'tourcms'] as const

export const tagSupplier = select(tagSuppliers, {
  required: true,
  initial: 'viator',
  labels: { viator: 'Viator', tiqets: 'Tiqets', globick: 'Globick', tourcms: 'TourCMS' },
})

/** Words that events and tours are found by. Two of one kind never share a name or a slug, in capitals or not; a supplier's tag belongs to one of ours at most. */
export const tags = defineResource('tags', {
  label: ['Tag', 'Tags'],
  access: 'tags',
  isMergeable: true,
  // A tag is of events or of tours.
  replacedWithin: 'kind',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 80, translatable: true, help: 'Unique within its kind. Not case-sensitive' }),
    slug: text({
      max: 80,
      format: 'slug',
      help: 'Unique. Blank means made from the name.',
    }),
    kind: select(tagKinds, {
      required: true,
      initial: 'event',
      labels: { event: 'Event', tour: 'Tour' },
      tones: { event: 'busy', tour: 'good' },
    }),
    groupName: text({ max: 60, label: 'Group', help: 'The group it is shown in, such as Mood or Audience' }),
    colour: select(tagColours, { required: true, initial: 'grey' }),
    isPublic: boolean({ initial: true, label: 'Public', help: 'Visitors of the site see it and can filter by it' }),
    synonyms: words({ max: 40, help: 'Other words people type for it' }),
    supplierTags: rows(
      {
        supplier: tagSupplier,
        code: text({ required: true, max: 40, label: 'Tag id' }),
      },
      { max: 40, label: 'Supplier tags', help: 'Imports with these tags get this one.' },
    ),
    usageCount: integer({ derived: true, required: true, label: 'Used by' }),
    supplierTagCount: integer({ derived: true, required: true, label: 'Mapped supplier tags' }),
  },
  list: {
    columns: ['name', 'kind', 'groupName', 'colour', 'usageCount', 'supplierTagCount', 'isPublic', 'updatedAt'],
    filters: ['kind', 'groupName', 'usageCount', 'supplierTagCount', 'isPublic', 'colour'],
    search: ['name', 'slug'],
    sort: 'name',
    needs: ['name'],
  },
  form: {
    main: [
      { title: 'Tag', fields: ['name', 'slug', 'kind', 'groupName'] },
      { title: 'Found by', fields: ['synonyms', 'supplierTags'] },
    ],
    aside: [{ title: 'On the site', fields: ['isPublic', 'colour', 'usageCount', 'supplierTagCount'] }],
  },
  actions: {
    show: { label: 'Make public', done: 'made public', set: { isPublic: true } },
    hide: { label: 'Make internal', done: 'made internal', set: { isPublic: false } },
  },
  *check({ name, synonyms, supplierTags }) {
    const words = new Set([name.toLowerCase()])
    for (const word of synonyms) {
      const folded = word.toLowerCase()
      if (words.has(folded)) {
        yield {
          field: 'synonyms',
          message:
            folded === name.toLowerCase()
              ? t('{word} is the tag’s own name. Leave it out.', { word })
              : t('{word} is listed twice.', { word }),
        }
      }
      words.add(folded)
    }
    const seen = new Set<string>()
    for (const { supplier, code } of supplierTags) {
      const key = `${supplier} ${code}`
      if (seen.has(key))
        yield { field: 'supplierTags', message: t('{code} is listed twice: list each supplier tag once.', { code }) }
      seen.add(key)
      if (supplier === 'viator' && !/^\d+$/.test(code))
        yield {
          field: 'supplierTags',
          message: t('{code} is not a Viator tag. Viator tags are numbers.', { code }),
        }
    }
  },
  summary: 'Tags of events and of tours, with what suppliers call the same.',
})
