import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { importFixturesServer, previewFixturesServer } from './fixture-import.server.ts'
import { decideMatchChangesServer, listMatchChangesServer } from './match-changes.server.ts'
import { linkMatchesServer } from './match-links.server.ts'
import { matchesServer } from './matches.server.ts'

export const matchesServerModule = defineServerModule({
  name: 'matches',
  permissions: {
    matches: { label: 'Matches', area: 'catalogue' },
  },
  resources: [matchesServer],
  endpoints: [
    previewFixturesServer,
    importFixturesServer,
    listMatchChangesServer,
    decideMatchChangesServer,
    linkMatchesServer,
  ],
  seed: [
    {
      name: 'matches',
      when: 'later',
      after: 'lineups',
      load: async () => (await import('./seed-matches.server.ts')).seedMatches,
    },
  ],
})
