/** An address as people are found by: letter case, width and the spaces around it make no difference. */
export function foldEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}

/**
 * An address as limits count it: ana+second@example.com is the person who is ana@example.com. Only for counting;
 * mail goes to the address as it was given.
 */
export function emailForCounting(email: string): string {
  const folded = foldEmail(email)
  const at = folded.lastIndexOf('@')
  const plus = folded.indexOf('+')
  return plus > 0 && plus < at ? folded.slice(0, plus) + folded.slice(at) : folded
}
