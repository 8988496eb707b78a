export const undecided = { status: ['open', 'reopened'] }
/** What the list of outliers opens with. What is decided is out of the way until someone asks for it. */
export const undecidedOutliers = { filter: JSON.stringify(undecided) }
