import { createJobWatch } from '../../ui/resource/job-watch.web.ts'

/** The files at work that this browser waits for; the server is asked about them only while there are some. */
export const {
  watch: watchImports,
  unwatch: unwatchImports,
  takeEnded: takeEndedImports,
  useIsWatching: useIsWatchingImports,
} = createJobWatch('marquee-file-imports')
