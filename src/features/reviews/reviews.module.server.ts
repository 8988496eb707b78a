import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementReviews } from './review-commands.server.ts'
import { reviewJobs } from './review-notices.server.ts'
import { reviewTranslationServers } from './review-translations.server.ts'
import { reviewServers } from './reviews.server.ts'

export const reviewsServerModule = defineServerModule({
  name: 'reviews',
  permissions: {
    'product-reviews': { label: 'Product reviews', area: 'content' },
    'alias-reviews': { label: 'Alias reviews', area: 'content' },
  },
  resources: [...reviewServers],
  endpoints: ({ servers, settings }) => [
    ...implementReviews(servers, settings.businessTimeZone),
    ...reviewTranslationServers,
  ],
  jobs: reviewJobs,
  seed: [
    {
      name: 'reviews',
      when: 'later',
      after: 'rules',
      load: async () => {
        const { seedReviews } = await import('./seed-reviews.server.ts')
        return (trx, { random, asOf }) => seedReviews(trx, random('reviews', 1), asOf)
      },
    },
  ],
})
