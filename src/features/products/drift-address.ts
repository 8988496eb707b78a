/** What the drift inbox opens with: what waits, one product after the other. */
export const openDrifts = { view: 'open', filter: '{"state":"open"}', sort: 'title' } as const
