// Apart from the definitions of the calls, so that the console need not load what those are checked with.

/** Followed by the resources, with commas between. */
export const followPath = '/rest/data/live'
export const presencePath = '/rest/data/presence'

/** Resources that one tab can follow at once: a screen shows one, with a few others in its panels. */
export const maxFollowed = 10

/** What the bell follows, by the same stream as lists and records. */
export const inboxName = 'inbox'

/** Milliseconds since the caller read what it shows: what has changed after that is named as soon as the stream is open. */
export const readAgoHeader = 'X-Read-Ago'
