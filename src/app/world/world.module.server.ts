import { defineServerModule } from '../../core/calls/server-module.server.ts'

/** Demo data that is about many features: what colleagues have noted, and the views that they keep. */
export const worldServerModule = defineServerModule({
  name: 'world',
  seed: [
    {
      name: 'saved views',
      when: 'first',
      after: 'API users',
      load: async () => (await import('./seed-saved-views.server.ts')).seedSavedViews,
    },
    {
      name: 'notes',
      when: 'later',
      after: 'assignments',
      load: async () => {
        const { seedNotes } = await import('./seed-notes.server.ts')
        return (trx, { random, asOf }) => seedNotes(trx, random('notes', 1), asOf)
      },
    },
  ],
})
