/** How long a sign-in counts as proof for dangerous commands, in seconds. */
export const freshSignInSeconds = 5 * 60
