import { boolean, instant, integer, longText, select, text, words } from '../../core/resource/fields.ts'
import { msg } from '../../core/i18n/language.ts'
import { publicationFields, searchFields } from '../../core/resource/page.ts'
import { defineResource } from '../../core/resource/resource.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    'static-pages': true
  }
}

export const templates = ['standard', 'legal', 'contact', 'questions', 'landing'] as const
export const robotRules = ['index', 'noindex', 'nofollow', 'none'] as const
/** Pages that every page of the website links to and the law requires. The database has the same list. */
export const requiredPages = ['terms', 'privacy', 'contact'] as const

/**
 * Pages that belong to nothing else. For a legal page the text here is a draft: what applies is the current version.
 */
export const staticPages = defineResource('static-pages', {
  label: ['Static page', 'Static pages'],
  access: 'static-pages',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'title',
  fields: {
    title: text({ required: true, max: 160, translatable: true }),
    key: text({
      required: true,
      unique: true,
      max: 60,
      format: 'slug',
      help: 'The key used by programs and site menus. Can’t change for required pages.',
    }),
    slug: text({
      label: 'Path',
      unique: true,
      max: 120,
      translatable: true,
      pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){0,4}$/,
      patternHint: 'can have lower-case letters, digits and single hyphens, in up to five parts between slashes.',
      help: 'The URL path without its first slash. Blank generates it from the title.',
    }),
    template: select(templates, {
      required: true,
      initial: 'standard',
      labels: {
        standard: 'Standard',
        legal: 'Legal',
        contact: 'Contact',
        questions: 'Questions',
        landing: 'Landing page',
      },
      tones: { standard: 'neutral', legal: 'busy', contact: 'neutral', questions: 'neutral', landing: 'neutral' },
    }),
    body: longText({ label: 'Text', format: 'richText', translatable: true, max: 60_000 }),
    ...searchFields('title'),
    robots: select(robotRules, {
      required: true,
      initial: 'index',
      label: 'Search engines',
      labels: {
        index: 'List it and follow its links',
        noindex: 'Do not list it',
        nofollow: 'Do not follow its links',
        none: 'Do not list it or follow its links',
      },
    }),
    canonicalUrl: text({
      label: 'Canonical URL',
      format: 'url',
      max: 500,
      help: 'Only where the same text is elsewhere, and search engines should list that page instead.',
    }),
    isRequired: boolean({ derived: true, label: 'Required' }),
    languages: words({ derived: true, format: 'locale', label: 'Languages' }),
    versionCount: integer({ derived: true, required: true, label: 'Versions' }),
    effectiveFrom: instant({ derived: true, label: 'Active since' }),
    nextEffectiveFrom: instant({ derived: true, label: 'Next version from' }),
    brokenLinkCount: integer({
      derived: 'indexed',
      required: true,
      label: 'Broken links',
      help: 'Broken links in its texts, in every language',
    }),
    ...publicationFields,
  },
  page: {
    path: '/{slug}',
    needs: ['body'],
    wants: ['seoTitle', 'seoDescription'],
    checks: [
      {
        key: 'brokenLinkCount',
        label: 'No broken links',
        lack: msg('a link in its text is broken'),
        isBlocking: false,
        mendAt: { field: 'body' },
        isMet: ({ brokenLinkCount }) => Number(brokenLinkCount) === 0,
      },
      {
        key: 'versionCount',
        label: 'A legal page has a version that applies',
        lack: msg('no version of this legal page applies'),
        isBlocking: false,
        mendAt: { part: msg('Versions'), field: 'template' },
        isMet: ({ template, versionCount }) => template !== 'legal' || Number(versionCount) > 0,
      },
    ],
    permanent: {
      because: msg('A required page can’t be unpublished.'),
      includes: ({ key }) => requiredPages.some((required) => required === key),
    },
  },
  list: {
    columns: ['title', 'slug', 'template', 'languages', 'publication', 'effectiveFrom', 'brokenLinkCount', 'updatedAt'],
    shown: [
      { key: 'title', below: ['slug'], copies: 'slug' },
      'publication',
      'template',
      'languages',
      'effectiveFrom',
      'brokenLinkCount',
      'updatedAt',
    ],
    filters: ['publication', 'template', 'isRequired', 'robots', 'brokenLinkCount', 'publishAt', 'updatedAt'],
    search: ['title', 'slug', 'key'],
    sort: 'title',
  },
  form: {
    main: [
      { title: 'Page', fields: ['title', 'key', 'slug', 'template'] },
      { title: 'Text', fields: ['body'] },
      { title: 'Search engines', fields: ['seoTitle', 'seoDescription', 'robots', 'canonicalUrl'] },
    ],
    aside: [{ title: 'State', fields: ['isRequired', 'languages', 'brokenLinkCount'] }],
  },
  summary:
    'Static pages such as terms, privacy and contact; legal ones keep versions with the moment from which each applies.',
})
