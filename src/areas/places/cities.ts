import { defineResource } from '../../kit/resource.ts'
import { boolean, decimal, integer, ref, text } from '../../kit/fields.ts'

/** Places that travel is sold to. The zone decides what the wall-clock times of everything there mean. */
export const cities = defineResource('cities', {
  label: ['City', 'Cities'],
  access: 'places',
  operations: ['list', 'read'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 120 }),
    slug: text({ required: true, unique: true, max: 120, format: 'slug' }),
    countryId: ref('countries', { required: true }),
    subdivision: text({ max: 6, case: 'upper', help: 'ISO 3166-2, such as ES-MD' }),
    latitude: decimal({ required: true, min: -90, max: 90 }),
    longitude: decimal({ required: true, min: -180, max: 180 }),
    timeZone: text({ required: true, max: 64, format: 'timeZone' }),
    unLocode: text({ min: 5, max: 5, case: 'upper', label: 'UN/LOCODE' }),
    metropolitanCode: text({
      min: 3, max: 3, case: 'upper', help: 'IATA code of the city, not of one of its airports',
    }),
    popularity: integer({ required: true, min: 0, max: 100, initial: 0 }),
    isLive: boolean({ label: 'Live' }),
  },
  list: {
    columns: ['name', 'countryId', 'subdivision', 'timeZone', 'popularity', 'isLive'],
    filters: ['countryId', 'timeZone', 'isLive'],
    search: ['name', 'slug', 'unLocode'],
    sort: 'name',
  },
  summary: 'Cities with coordinates, codes and IANA time zone.',
})
