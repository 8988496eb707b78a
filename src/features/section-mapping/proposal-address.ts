export const undecided = { status: ['open'] }
/** What the list of proposed rules opens with. */
export const undecidedProposals = { filter: JSON.stringify(undecided) }
