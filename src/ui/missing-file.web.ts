/** The browsers' messages for a module, or Vite's for a style sheet, that cannot be fetched. */
const message = /dynamically imported module|importing a module script failed|unable to preload css/i

/** Whether something failed because a file of the console could not be fetched. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && message.test(error.message)
}
