import { t } from '../../kit/language.ts'
import { defineResource } from '../../kit/resource.ts'
import { integer, longText, ref, refs, select, text, words } from '../../kit/fields.ts'

export const performerSports = [
  'football', 'basketball', 'american_football', 'ice_hockey', 'baseball', 'rugby', 'tennis', 'cricket',
] as const

/** Artists, teams, shows and people. Providers spell them differently, so every spelling met is kept. */
export const performers = defineResource('performers', {
  label: ['Performer', 'Performers'],
  access: 'performers',
  operations: ['list', 'read', 'create', 'update'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 160 }),
    sortName: text({ required: true, max: 160 }),
    slug: text({ required: true, unique: true, max: 160, format: 'slug' }),
    variations: words({ max: 30, label: 'Spellings', help: 'What files and providers call it. Its own name too, once one of them has used it, so that a new name loses nothing.' }),
    kind: select(['artist', 'team', 'show', 'person'], {
      required: true, labels: { artist: 'Artist', team: 'Team', show: 'Show', person: 'Person' },
    }),
    sport: select(performerSports, {
      labels: {
        football: 'Football', basketball: 'Basketball', american_football: 'American football',
        ice_hockey: 'Ice hockey',
        baseball: 'Baseball', rugby: 'Rugby', tennis: 'Tennis', cricket: 'Cricket',
      },
    }),
    genre: text({ max: 80 }),
    homeVenueId: ref('venues'),
    countryId: ref('countries'),
    website: text({ max: 500, format: 'url' }),
    biography: longText({ max: 20_000, format: 'richText', translatable: true, help: 'What a visitor should know, in a few paragraphs' }),
    imageIds: refs('images', { max: 20, label: 'Images', help: 'The first one stands for the performer in lists' }),
    popularity: integer({ required: true, min: 0, max: 100, initial: 0 }),
  },
  list: {
    columns: ['name', 'kind', 'genre', 'sport', 'homeVenueId', 'countryId', 'popularity'],
    filters: ['kind', 'sport', 'countryId', 'homeVenueId'],
    search: ['name', 'sortName'],
    sort: 'sortName',
  },
  form: {
    main: [
      { title: 'Performer', fields: ['name', 'sortName', 'slug', 'variations'] },
      { title: 'Images', fields: ['imageIds'] },
      { title: 'Words', fields: ['biography'] },
    ],
    aside: [
      { title: 'Kind', fields: ['kind', { field: 'sport', when: ({ kind }) => kind === 'team' }, 'genre'] },
      { title: 'Where', fields: ['homeVenueId', 'countryId', 'website'] },
      { title: 'Weight', fields: ['popularity'] },
    ],
  },
  *check(draft) {
    if (draft.kind === 'team' && !draft.sport) yield { field: 'sport', message: t('A team needs its sport.') }
  },
  summary: 'Who performs.',
})
