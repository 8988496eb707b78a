/** How the subject of calls begins that people sent again by hand: they say how a provider is doing now, and are no traffic of ours. */
export const sentAgain = 'again '
