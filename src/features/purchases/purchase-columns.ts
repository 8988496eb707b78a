/** What a list of purchases shows at first: what was bought, for whom, when, for how much, and what to do next. */
export const purchaseColumns = [
  { key: 'reference', below: ['createdAt'], copies: true },
  { key: 'title', below: ['venueId', 'cityId'] },
  { key: 'travelDate', below: ['localTime'], label: 'Date' },
  { key: 'customerName', below: ['contents'], label: 'Customer' },
  { key: 'grandTotal', below: ['paymentStatus'] },
  {
    key: 'bookingStatus',
    below: ['nextStep'],
    worst: ['bookingStatus', 'fulfilmentStatus', 'refundState', 'paymentStatus'],
    label: 'Status',
  },
  'dueAt',
] as const

/** What a list reads of each purchase, whichever columns it shows: the next step is decided by these, and rows lead on by the others. */
export const listNeeds = [
  'kind',
  'nextStep',
  'isCalledOff',
  'bookingStatus',
  'paymentStatus',
  'refundState',
  'requestedRefund',
  'assigneeId',
  'snoozedUntil',
  'tags',
] as const
