import { createJobWatch } from '../../ui/resource/job-watch.web.ts'

/** The exports under way that this browser waits for; the server is asked about exports only while there are some. */
export const {
  watch: watchExports,
  unwatch: unwatchExports,
  takeEnded: takeEndedExports,
  useIsWatching,
} = createJobWatch('marquee-exports')
