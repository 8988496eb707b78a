import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { domainsServer } from './domains.server.ts'
import { implementLaunch } from './launch.server.ts'
import {
  enableLocaleServer,
  listRetiredLocalesServer,
  readRetirementServer,
  retireLocaleServer,
  serveLocales,
} from './locales.server.ts'
import { locales } from './locales.ts'
import { implementTranslationQueue } from './translation-queue.server.ts'
import { languageJobs } from './translation-values.server.ts'

export const languagesServerModule = defineServerModule({
  name: 'languages',
  permissions: {
    translations: { label: 'Translations and locales', area: 'content' },
  },
  resources: [{ resource: locales, serveWith: serveLocales }, domainsServer],
  endpoints: ({ resources }) => [
    readRetirementServer,
    enableLocaleServer,
    retireLocaleServer,
    listRetiredLocalesServer,
    ...implementTranslationQueue(resources),
    ...implementLaunch(resources),
  ],
  jobs: languageJobs,
  seed: [
    {
      name: 'languages',
      when: 'later',
      after: 'static pages',
      load: async () => (await import('./seed-languages.server.ts')).seedLanguages,
    },
    {
      name: 'assignments',
      when: 'later',
      after: 'reviews',
      load: async () => (await import('./seed-assignments.server.ts')).seedAssignments,
    },
  ],
})
