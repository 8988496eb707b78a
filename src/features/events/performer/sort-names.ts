const article = /^(The|A|An|Los|Las|El|La|Les|Le|Die|Der|Das) (.+)$/

/**
 * The name a performer is sorted by: `Killers, The`. Teams and shows keep theirs, because people look for their first
 * word.
 */
export function sortNameOf(name: string, kind: string): string {
  return kind === 'artist' ? name.replace(article, '$2, $1') : name
}
