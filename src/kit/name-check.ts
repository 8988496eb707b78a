/** The rule for names of roles and permission objects: empty, or only letters, digits, hyphen and underscore. */
const NAME = /^[A-Za-z0-9_-]*$/

/** Whether a name passes. JavaScript's `$` without the m flag matches only the very end, so a trailing newline fails. */
export function isValidName(name: string): boolean {
  return NAME.test(name)
}
