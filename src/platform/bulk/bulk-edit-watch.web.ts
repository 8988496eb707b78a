import { createJobWatch } from '../../ui/resource/job-watch.web.ts'

/** The bulk edits under way that this browser waits for; the server is asked about them only while there are some. */
export const {
  watched: watchedBulkEdits,
  watch: watchBulkEdits,
  unwatch: unwatchBulkEdits,
  takeEnded: takeEndedBulkEdits,
  useIsWatching,
} = createJobWatch('marquee-bulk-edits')
