import { boolean, instant, integer, percent, ref, select, text } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { selfNamed } from '../../core/resource/resource-name.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    translations: true
  }
}

export const numberStyles = ['comma_point', 'point_comma', 'space_comma', 'apostrophe_point'] as const
export const dateStyles = ['day_month_year', 'month_day_year', 'year_month_day', 'day_month_year_dots'] as const

/** Languages of the website and the console. Never deleted, as texts and addresses name them: staff retire them instead. */
export const locales = defineResource('locales', {
  label: ['Language', 'Languages'],
  access: 'translations',
  operations: ['list', 'read', 'create', 'update'],
  title: 'name',
  fields: {
    code: text({
      required: true,
      unique: true,
      max: 12,
      format: 'locale',
      label: 'BCP 47 tag',
      help: 'Such as es, pt-BR or zh-Hant. It starts the URLs of its pages and can’t change later.',
    }),
    name: text({ required: true, max: 80, help: 'In English.' }),
    nativeName: text({ required: true, max: 80, label: 'Own name', help: 'In the language itself, such as Deutsch.' }),
    direction: select(['ltr', 'rtl'], {
      required: true,
      initial: 'ltr',
      labels: { ltr: 'Left to right', rtl: 'Right to left' },
    }),
    fallbackId: ref(selfNamed('locales'), {
      label: 'Falls back to',
      help: 'Shown where texts are missing. The chain ends at the default language.',
    }),
    siteUrl: text({
      format: 'url',
      max: 500,
      label: 'Site URL',
      help: 'If the language has its own domain or path.',
    }),
    pathPrefix: text({ derived: true, required: true, label: 'URLs begin with' }),
    hreflang: text({
      unique: true,
      max: 12,
      format: 'locale',
      label: 'hreflang',
      help: 'What search engines see, if not the tag.',
    }),
    numberStyle: select(numberStyles, {
      required: true,
      initial: 'comma_point',
      label: 'Numbers',
      labels: {
        comma_point: '1,234.56',
        point_comma: '1.234,56',
        space_comma: '1 234,56',
        apostrophe_point: '1’234.56',
      },
    }),
    dateStyle: select(dateStyles, {
      required: true,
      initial: 'day_month_year',
      label: 'Dates',
      labels: {
        day_month_year: '31/12/2026',
        month_day_year: '12/31/2026',
        year_month_day: '2026-12-31',
        day_month_year_dots: '31.12.2026',
      },
    }),
    isDefault: boolean({ readOnly: true, label: 'Default' }),
    isEnabledOnSite: boolean({ readOnly: true, label: 'Published' }),
    isInPreparation: boolean({
      label: 'In preparation',
      initial: true,
      help: 'Its texts are translated before readers see them. It ends when the language is published.',
    }),
    isEnabledInConsole: boolean({
      label: 'In the console',
      help: 'Staff can choose it. Texts without a translation stay English.',
    }),
    isRequiredToPublish: boolean({
      label: 'Needed to publish',
      help: 'While the language is published, every published page needs a title in it.',
    }),
    publishesMachineTexts: boolean({
      label: 'Machine translations are public',
      help: 'Readers see what a machine translated before anyone has approved it. Drafts are never public.',
    }),
    retiredAt: instant({ readOnly: true, label: 'Unpublished' }),
    leadsToId: ref(selfNamed('locales'), { readOnly: true, label: 'URLs redirect to' }),
    translatedShare: percent({
      derived: true,
      label: 'Translated',
      help: 'Share of texts that readers get and that are up to date',
    }),
    orderCount: integer({
      derived: true,
      required: true,
      label: 'Orders',
      help: 'Last 90 days, by customers who use it. Updated every hour.',
    }),
    textCount: integer({ derived: true, required: true, label: 'Texts' }),
    outdatedCount: integer({ derived: true, required: true, label: 'Outdated texts' }),
  },
  list: {
    columns: [
      'name',
      'code',
      'nativeName',
      'fallbackId',
      'translatedShare',
      'orderCount',
      'isEnabledOnSite',
      'isInPreparation',
      'isEnabledInConsole',
      'textCount',
      'outdatedCount',
      'siteUrl',
    ],
    shown: [
      { key: 'name', below: ['nativeName'] },
      'code',
      'isEnabledOnSite',
      'fallbackId',
      'translatedShare',
      'orderCount',
      'outdatedCount',
    ],
    filters: ['isEnabledOnSite', 'isInPreparation', 'isEnabledInConsole', 'direction', 'fallbackId'],
    search: ['code', 'name', 'nativeName'],
    sort: 'name',
  },
  form: {
    main: [
      {
        title: 'Language',
        fields: [
          'code',
          'name',
          'nativeName',
          'direction',
          { field: 'fallbackId', when: ({ isDefault }) => isDefault !== true },
        ],
      },
      { title: 'URLs', fields: ['siteUrl', 'pathPrefix', 'hreflang'] },
      { title: 'Numbers and dates', fields: ['numberStyle', 'dateStyle'] },
      {
        title: 'Use',
        fields: [
          {
            field: 'isInPreparation',
            when: ({ isDefault, isEnabledOnSite }) => isDefault !== true && isEnabledOnSite !== true,
          },
          'isEnabledInConsole',
          'isRequiredToPublish',
          'publishesMachineTexts',
        ],
      },
    ],
    aside: [{ title: 'In figures', fields: ['orderCount', 'translatedShare', 'textCount', 'outdatedCount'] }],
  },
  *check(draft) {
    if (!draft.isDefault && draft.fallbackId === null)
      yield { field: 'fallbackId', message: t('Choose a fallback language.') }
  },
  summary:
    'Languages of the website and the console: where a missing text is taken from, where the pages are, how numbers and dates are written.',
})
