/** The address that the list of all purchases opens with: what waits for staff. In a file of its own, as every page loads it. */
export const inboxAddress = { view: 'to-do', filter: '{"waits":true}', sort: 'dueAt' } as const
