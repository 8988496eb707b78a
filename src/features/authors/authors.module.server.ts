import { declareSigners } from '../../platform/publishing/bylines.server.ts'
import { authors } from './authors.ts'
import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { readAuthorPagesServer } from './author-pages.server.ts'
import { authorsServer } from './authors.server.ts'
import { implementBylineMoves } from './byline-moves.server.ts'
import { implementBylines } from './reassign-bylines.server.ts'

export const authorsServerModule = defineServerModule({
  name: 'authors',
  permissions: {
    authors: { label: 'Authors', area: 'content' },
  },
  resources: [authorsServer],
  setUp: () => declareSigners(authors),
  endpoints: ({ resources, servers }) => [
    implementBylines(resources),
    ...implementBylineMoves(servers),
    readAuthorPagesServer,
  ],
  seed: [
    {
      name: 'authors',
      when: 'later',
      load: async () => (await import('./seed-authors.server.ts')).seedAuthors,
    },
  ],
})
