export type Token =
  | string
  | [name: string, type?: 'plural' | 'selectordinal' | 'select', cases?: Record<string, Token[]>]

/**
 * The part of ICU MessageFormat that texts here use: placeholders, plural, selectordinal and select, nested at will.
 * Lingui's own compiler brings a parser of the whole grammar, four times the size of the rest of it; a test checks that
 * every text of the catalogue compiles to the same result.
 * @throws Error when braces do not match
 */
export function compile(text: string, disguise: (text: string) => string = (same) => same): Token[] {
  let at = 0
  function tokens(counts: boolean): Token[] {
    const found: Token[] = []
    let plain = ''
    const close = (): void => {
      if (plain !== '') found.push(disguise(plain))
      plain = ''
    }
    while (at < text.length && text[at] !== '}') {
      const letter = text[at++] ?? ''
      if (letter !== '{' && !(letter === '#' && counts)) {
        plain += letter
        continue
      }
      close()
      found.push(letter === '#' ? '#' : placeholder())
    }
    close()
    return found
  }
  function read(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) throw new Error(`A brace is not closed at ${at}: ${text}`)
    at = pattern.lastIndex
    return found
  }
  function placeholder(): Token {
    const [, name = '', type] = read(/\s*(\w+)\s*(?:,\s*(plural|selectordinal|select)\s*,)?/y)
    if (type !== 'plural' && type !== 'selectordinal' && type !== 'select') {
      read(/\}/y)
      return [name]
    }
    const cases: Record<string, Token[]> = {}
    while (!/^\s*\}/.test(text.slice(at))) {
      const [, exact, word = ''] = read(/\s*(?:=(\d+)|(\w+))\s*\{/y)
      cases[exact ?? word] = tokens(type !== 'select')
      read(/\}/y)
    }
    read(/\s*\}/y)
    return [name, type, cases]
  }
  const found = tokens(false)
  if (at < text.length) throw new Error(`A brace too many at ${at}: ${text}`)
  return found
}
