import { defineResource } from '../../../core/resource/resource.ts'
import { integer, text } from '../../../core/resource/fields.ts'

declare module '../../../core/access/permissions.ts' {
  interface PermissionObjects {
    places: true
  }
}

/** The seven continents by their two-letter codes, which stay once a country is on one, and regions of our own beside them. */
export const continents = defineResource('continents', {
  label: ['Continent', 'Continents'],
  access: 'places',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'name',
  fields: {
    code: text({
      required: true,
      unique: true,
      min: 2,
      max: 2,
      case: 'upper',
      pattern: /^(?:AF|AN|AS|EU|NA|OC|SA|[QXYZ][A-Z0-9])$/,
      patternHint: 'is AF, AN, AS, EU, NA, OC or SA, or begins with Q, X, Y or Z for a region of our own.',
      help: 'Can’t change once a country uses it.',
    }),
    name: text({ required: true, max: 80, translatable: true }),
    countryCount: integer({ derived: true, required: true, label: 'Countries' }),
    openCount: integer({ derived: true, required: true, label: 'Open markets' }),
  },
  list: {
    columns: ['code', 'name', 'countryCount', 'openCount'],
    filters: ['code'],
    search: ['name', 'code'],
    sort: 'name',
  },
  form: {
    main: [{ title: 'Continent', fields: ['code', 'name'] }],
    aside: [{ title: 'Countries', fields: ['countryCount', 'openCount'] }],
  },
  summary: 'The continents that countries belong to.',
})
