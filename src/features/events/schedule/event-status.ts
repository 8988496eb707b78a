/** schema.org’s EventStatusType: what partners read of an event and of each performance. */
export const eventStatuses = [
  'EventScheduled',
  'EventRescheduled',
  'EventPostponed',
  'EventMovedOnline',
  'EventCancelled',
] as const
