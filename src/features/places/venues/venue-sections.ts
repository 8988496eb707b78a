import { defineResource } from '../../../core/resource/resource.ts'
import { boolean, integer, ref, text, words } from '../../../core/resource/fields.ts'
import { t } from '../../../core/i18n/language.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import type { venueConfigurations } from './venue-configurations.ts'
import type { images } from '../../../platform/media/images.ts'

/** Rows of a section. */
export const maxRows = 300

/**
 * The sections of a configuration. They change together, as its manifest, so that none is ever duplicated or missing in
 * between.
 */
export const venueSections = defineResource('venue-sections', {
  label: ['Venue section', 'Venue sections'],
  access: 'places',
  operations: ['list', 'read'],
  title: 'name',
  fields: {
    venueConfigurationId: ref(nameOf<typeof venueConfigurations>('venue-configurations'), {
      required: true,
      label: 'Configuration',
    }),
    position: integer({ required: true, min: 1, max: 5_000 }),
    code: text({ required: true, max: 64, label: 'Id on the map' }),
    name: text({ required: true, max: 120 }),
    zone: text({ max: 80 }),
    rank: integer({ required: true, min: 1, max: 100, help: 'From 1, the best' }),
    isGeneralAdmission: boolean({ label: 'General admission' }),
    rows: words({ max: maxRows }),
    capacity: integer({ min: 1, max: 500_000 }),
    viewImageId: ref(nameOf<typeof images>('images'), { label: 'View from there' }),
    viewImageUrl: text({ max: 500, format: 'url', label: 'View at another URL' }),
  },
  list: {
    columns: ['name', 'venueConfigurationId', 'zone', 'rank', 'isGeneralAdmission', 'rows', 'capacity', 'code'],
    filters: ['venueConfigurationId', 'zone', 'isGeneralAdmission', 'code'],
    search: ['name'],
    sort: 'name',
  },
  *check(draft) {
    if (draft.isGeneralAdmission && draft.rows.length > 0)
      yield { field: 'rows', message: t('General admission has no rows.') }
    if (draft.viewImageId !== null && draft.viewImageUrl !== null)
      yield { field: 'viewImageUrl', message: t('A section has one view: an image or a URL.') }
  },
  summary: 'Sections of venue configurations, as their manifests have them.',
})
