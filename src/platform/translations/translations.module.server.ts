import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { listLocalesServer } from './locales.server.ts'
import { implementTranslations } from './translations.server.ts'

export const translationsServerModule = defineServerModule({
  name: 'translations',
  endpoints: ({ servers }) => [listLocalesServer, ...implementTranslations(servers)],
})
