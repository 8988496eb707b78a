/** Addresses of the console's predecessor: `/#/any/path?x=1` means `/any/path?x=1`. null when it is not one of them. */
export function pathOfHashLink(hash: string): string | null {
  if (!hash.startsWith('#/')) return null
  // A second slash would make it an address of another site.
  return `/${hash.slice(2).replace(/^[/\\]+/, '')}`
}

/** Sections were renamed to rewrite rules; their old pages lead there. */
export function successorOf(path: string): string | null {
  return /^\/(sections|section-rewrites)(\/|$)/.test(path) ? '/rewrite-rules' : null
}
