const article = /^(The|A|An|Los|Las|El|La|Les|Le|Die|Der|Das) (.+)$/

/** What a performer is sorted by: `Killers, The`. Teams and shows are looked for by the word that they begin with. */
export function sortNameOf(name: string, kind: string): string {
  return kind === 'artist' ? name.replace(article, '$2, $1') : name
}
