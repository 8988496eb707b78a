/** Whether a performance was postponed before it was cancelled: without the cancellation, it is postponed again. */
export const wasPostponed = ({ status, isDateTbd, rescheduledFrom }: Readonly<Record<string, unknown>>) =>
  status === 'cancelled' && isDateTbd === true && typeof rescheduledFrom === 'string'
