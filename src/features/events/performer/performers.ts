import { t } from '../../../core/i18n/language.ts'
import { defineResource } from '../../../core/resource/resource.ts'
import { publicationFields, searchFields } from '../../../core/resource/page.ts'
import { namedOnce, providerCodes, providerCodesOnce } from '../../providers/provider-codes.ts'
import {
  boolean,
  integer,
  longText,
  percent,
  ref,
  refs,
  rows,
  select,
  text,
  words,
} from '../../../core/resource/fields.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import type { tags } from '../../tags/tags.ts'
import type { venues } from '../../places/venues/venues.ts'
import type { countries } from '../../places/geo/countries.ts'
import type { images } from '../../../platform/media/images.ts'

declare module '../../../core/access/permissions.ts' {
  interface PermissionObjects {
    performers: true
  }
}

export const performerSports = [
  'football',
  'basketball',
  'american_football',
  'ice_hockey',
  'baseball',
  'rugby',
  'tennis',
  'cricket',
] as const

/** A performer's own channels. */
export const performerLinks = [
  'website',
  'instagram',
  'x',
  'facebook',
  'youtube',
  'spotify',
  'wikipedia',
  'other',
] as const

/**
 * External registers that assign permanent ids. Two of our performers can share one: then they are likely duplicates.
 */
export const performerRegisters = ['wikidata', 'musicbrainz', 'isni', 'imdb', 'songkick'] as const

/**
 * Artists, teams, shows and people, each with a page. Providers spell them differently, so every spelling met is kept; two
 * that turn out to be one are merged.
 */
export const performers = defineResource('performers', {
  label: ['Performer', 'Performers'],
  access: 'performers',
  isMergeable: true,
  operations: ['list', 'read', 'create', 'update'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 160 }),
    isNamesake: boolean({ label: 'Another record with the same name' }),
    sortName: text({ max: 160, help: 'Blank means made from the name: Killers, The' }),
    slug: text({
      unique: true,
      max: 160,
      format: 'slug',
      help: 'Leave blank to generate it from the name.',
    }),
    variations: words({
      max: 30,
      label: 'Spellings',
      help: 'Names used in files and by providers. Its own name is added once one of them uses it, so renaming loses nothing.',
    }),
    kind: select(['artist', 'team', 'show', 'person'], {
      required: true,
      labels: { artist: 'Artist', team: 'Team', show: 'Show', person: 'Person' },
    }),
    sport: select(performerSports, {
      labels: {
        football: 'Football',
        basketball: 'Basketball',
        american_football: 'American football',
        ice_hockey: 'Ice hockey',
        baseball: 'Baseball',
        rugby: 'Rugby',
        tennis: 'Tennis',
        cricket: 'Cricket',
      },
    }),
    league: text({ max: 80, help: 'Where a team plays, as the league calls itself' }),
    genre: text({ max: 80 }),
    tagIds: refs(nameOf<typeof tags>('tags'), { max: 50 }),
    homeVenueId: ref(nameOf<typeof venues>('venues')),
    countryId: ref(nameOf<typeof countries>('countries')),
    links: rows(
      {
        kind: select(performerLinks, {
          required: true,
          initial: 'website',
          labels: {
            website: 'Website',
            instagram: 'Instagram',
            x: 'X',
            facebook: 'Facebook',
            youtube: 'YouTube',
            spotify: 'Spotify',
            wikipedia: 'Wikipedia',
            other: 'Other',
          },
        }),
        url: text({
          required: true,
          max: 500,
          format: 'url',
          label: 'URL',
          pattern: /^https:\/\//i,
          patternHint: 'begins with https://',
        }),
      },
      { max: 20, label: 'Official links', help: 'Its own pages, here and there' },
    ),
    biography: longText({
      max: 20_000,
      format: 'richText',
      translatable: true,
      help: 'What a visitor should know, in a few paragraphs',
    }),
    imageIds: refs(nameOf<typeof images>('images'), {
      max: 20,
      label: 'Images',
      help: 'The first one represents the performer in lists',
    }),
    ...searchFields('name'),
    sameAs: rows(
      {
        register: select(performerRegisters, {
          required: true,
          initial: 'wikidata',
          labels: {
            wikidata: 'Wikidata',
            musicbrainz: 'MusicBrainz',
            isni: 'ISNI',
            imdb: 'IMDb',
            songkick: 'Songkick',
          },
        }),
        code: text({ required: true, max: 80, label: 'Id' }),
      },
      {
        max: 20,
        label: 'Same as',
        help: 'Ids in public registers. Performers with the same id are suggested as duplicates.',
      },
    ),
    providerCodes: providerCodes('Listings under these ids belong to this performer only.'),
    ...publicationFields,
    popularity: integer({ required: true, min: 0, max: 100, initial: 0 }),
    duplicateCount: integer({
      required: true,
      readOnly: 'moving',
      min: 0,
      initial: 0,
      label: 'Duplicates',
      help: 'Possible duplicates, counted within a minute of a change',
    }),
    upcomingCount: integer({ derived: true, required: true, label: 'Upcoming' }),
    purchaseCount: integer({ derived: true, required: true, label: 'Purchases' }),
    translatedShare: percent({
      derived: true,
      label: 'Translated',
      help: 'Share of its texts in the website’s languages',
    }),
  },
  page: { path: '/{slug}/pf-{id}', needs: ['biography'], wants: ['imageIds', 'seoTitle', 'seoDescription'] },
  list: {
    columns: [
      'name',
      'kind',
      'upcomingCount',
      'purchaseCount',
      'duplicateCount',
      'translatedShare',
      'genre',
      'sport',
      'league',
      'countryId',
      'publication',
      'popularity',
    ],
    shown: [
      { key: 'name', below: ['genre', 'sport', 'league'], picture: 'imageIds' },
      'publication',
      'kind',
      'countryId',
      'upcomingCount',
      'purchaseCount',
      'duplicateCount',
      'translatedShare',
    ],
    filters: [
      'kind',
      'sport',
      'league',
      'countryId',
      'homeVenueId',
      'duplicateCount',
      'tagIds',
      'publication',
      'publishAt',
    ],
    search: ['name', 'sortName'],
    sort: 'sortName',
    needs: ['name'],
  },
  form: {
    main: [
      { title: 'Performer', fields: ['name', 'isNamesake', 'sortName', 'slug', 'variations'] },
      { title: 'Images', fields: ['imageIds'] },
      { title: 'Text', fields: ['biography', 'seoTitle', 'seoDescription'] },
      { title: 'Other profiles', fields: ['links', 'sameAs', 'providerCodes'] },
    ],
    aside: [
      {
        title: 'Kind',
        fields: [
          'kind',
          { field: 'sport', when: ({ kind }) => kind === 'team' },
          { field: 'league', when: ({ kind }) => kind === 'team' },
          'genre',
          'tagIds',
        ],
      },
      { title: 'Where', fields: ['homeVenueId', 'countryId'] },
      {
        title: 'Weight',
        fields: ['popularity', 'upcomingCount', 'purchaseCount', 'duplicateCount', 'translatedShare'],
      },
    ],
  },
  *check(draft) {
    if (draft.kind === 'team' && !draft.sport) yield { field: 'sport', message: t('A team needs its sport.') }
    yield* namedOnce(
      'links',
      draft.links.map(({ url }) => [url.toLowerCase(), url]),
    )
    yield* namedOnce(
      'sameAs',
      draft.sameAs.map(({ register, code }) => [`${register} ${code}`, code]),
    )
    yield* providerCodesOnce(draft)
  },
  summary: 'Who performs.',
})
