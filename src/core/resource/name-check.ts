/**
 * The rule for names of roles and permission objects: empty, or only letters, digits, hyphen and underscore. JavaScript's
 * `$` without the m flag matches only the very end, so a trailing newline fails.
 */
export const namePattern = /^[A-Za-z0-9_-]*$/
