/**
 * The row that a key leads to, or null when the key does not move between rows.
 * `page` is how many rows fit into view.
 */
export function rowAfterKey(key: string, index: number, count: number, page: number): number | null {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, last)
    case 'ArrowUp':
      return Math.max(index - 1, 0)
    case 'PageDown':
      return Math.min(index + page, last)
    case 'PageUp':
      return Math.max(index - page, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
