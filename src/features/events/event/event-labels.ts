export const eventTypes = ['concert', 'sport', 'theatre', 'exhibition', 'festival', 'other'] as const
export const eventTypeLabels = {
  concert: 'Concert',
  sport: 'Sport',
  theatre: 'Theatre',
  exhibition: 'Exhibition',
  festival: 'Festival',
  other: 'Other',
} as const

/** schema.org's eventStatus. Independent of whether the website shows the event: that is its publication. */
export const schedules = ['scheduled', 'postponed', 'rescheduled', 'cancelled', 'moved_online'] as const
export const scheduleWords = {
  labels: {
    scheduled: 'Scheduled',
    postponed: 'Postponed',
    rescheduled: 'Rescheduled',
    cancelled: 'Cancelled',
    moved_online: 'Moved online',
  },
  tones: { scheduled: 'good', postponed: 'warn', rescheduled: 'busy', cancelled: 'bad', moved_online: 'busy' },
} as const

/** Types of event that must have a performer. */
export const performedTypes: ReadonlySet<unknown> = new Set(['concert', 'sport', 'theatre', 'festival'])
