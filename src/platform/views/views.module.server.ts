import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementOpeningRows } from './opening-rows.server.ts'
import { implementSavedViews } from './saved-views.server.ts'
import { implementViewCounts } from './view-counts.server.ts'
import { implementViewWatches, watchViewsJob } from './view-watches.server.ts'

export const viewsServerModule = defineServerModule({
  name: 'views',
  actions: { share: 'Share views of lists with others' },
  endpoints: (context) => [
    ...implementSavedViews(context.resources),
    ...implementViewCounts(context),
    ...implementOpeningRows(context),
    ...implementViewWatches(context),
  ],
  jobs: (context) => [watchViewsJob(context)],
})
