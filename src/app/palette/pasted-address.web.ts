import { pathOfHashLink, successorOf } from '../navigation/old-links.web.ts'
import { safeRedirect } from '../navigation/safe-redirect.ts'

/** The kind of a pasted text: an address inside the console, one that must not be opened, or no address at all. */
export type Pasted =
  | { readonly kind: 'inside'; readonly address: string; readonly path: string }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'text' }

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
/** Addresses without slashes that do something when they are opened. */
const ACTIVE = /^(javascript|data|vbscript|file|blob|about|mailto|tel|view-source):/i

/** Reads what was typed or pasted. Only an address of this origin, or a path, is ever one inside. */
export function pastedAddress(pasted: string, origin: string): Pasted {
  const text = pasted.trim()
  // Browsers drop tabs and line breaks inside addresses.
  const joined = text.replace(/[\t\r\n]/g, '')
  if (ACTIVE.test(joined) || /^[/\\]{2}|^[/]?\\/.test(joined)) return { kind: 'foreign' }
  if (SCHEME.test(text)) return ofUrl(text, origin)
  if (/^\/?#\//.test(text) || (text.startsWith('/') && !/\s/.test(text)))
    return inside(text.startsWith('#') ? `/${text}` : text, origin)
  return { kind: 'text' }
}

function ofUrl(text: string, origin: string): Pasted {
  const url = parse(text)
  if (!url || url.origin !== origin || url.username !== '' || url.password !== '') return { kind: 'foreign' }
  return inside(`${url.pathname}${url.search}${url.hash}`, origin)
}

function inside(written: string, origin: string): Pasted {
  const [, hash] = /^\/(#\/.*)$/.exec(written) ?? []
  const address = (hash === undefined ? null : pathOfHashLink(hash)) ?? written
  if (address !== '/' && safeRedirect(address) === '/') return { kind: 'foreign' }
  const url = parse(address, origin)
  if (!url || url.origin !== origin) return { kind: 'foreign' }
  const successor = successorOf(url.pathname)
  if (successor !== null) return { kind: 'inside', address: successor, path: successor }
  return { kind: 'inside', address: `${url.pathname}${url.search}${url.hash}`, path: url.pathname }
}

function parse(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
