/** The number of a record in an address or a call; null for anything that is none. */
export function recordIdIn(text: unknown): number | null {
  return /^[1-9][0-9]{0,14}$/.test(String(text ?? '')) ? Number(text) : null
}
