import { defineServerModule } from '../../../core/calls/server-module.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { readReplacements } from './replacement.endpoints.ts'
import { compareReplacements } from './replacements.server.ts'

export const replacementServerModule = defineServerModule({
  name: 'replacement',
  seed: [
    {
      name: 'tickets to replace',
      when: 'later',
      after: ['listings', 'stories of orders', 'messages of orders'],
      load: async () => (await import('./seed-replacement.server.ts')).seedReplacement,
    },
  ],
  endpoints: () => [
    implement(readReplacements, async ({ db, params }) => {
      const found = await compareReplacements(db, params.id, Date.now())
      return { ...found, listings: [...found.listings] }
    }),
  ],
})
