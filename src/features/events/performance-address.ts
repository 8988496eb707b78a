export const upcoming = { isPast: false } as const
/** What the list of performances opens with: most people look for one to come, and the oldest would be first. */
export const upcomingPerformances = { filter: JSON.stringify(upcoming) }
