export const upcoming = { isPast: false } as const
/** What the list of matches opens with, because it begins years ago. */
export const upcomingMatches = { filter: JSON.stringify(upcoming) }
