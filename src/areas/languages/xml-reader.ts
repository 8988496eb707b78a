/** An element of an XML file as far as exchange files need it: names without their prefixes, text as it was written. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** All text below it, in the order in which it is read. */
  readonly text: string
}

/** What is wrong with a file, for whoever sent it. */
export class NotXml extends Error {}

const deepest = 40
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: '\'' }
const nameOf = (qualified: string) => qualified.slice(qualified.indexOf(':') + 1)

function unescaped(text: string): string {
  return text.replace(/&([^;\s&<]{0,12});?/g, (whole, name: string) => {
    const code = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(name)
    const point = code ? Number.parseInt(code[1] ?? code[2] ?? '', code[1] === undefined ? 10 : 16) : null
    if (point !== null && point <= 0x10ffff && whole.endsWith(';')) return String.fromCodePoint(point)
    const known = whole.endsWith(';') ? entities[name] : undefined
    if (known === undefined) throw new NotXml(`${whole} is no entity that is read.`)
    return known
  })
}

const token = /<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<\?[^]*?\?>|<(\/?)([A-Za-z_][\w:.-]{0,80})((?:\s+[A-Za-z_][\w:.-]{0,80}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y
const attribute = /([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * Reads a file that a translation tool has written. No document types, no entities but the five that XML itself has, so
 * that a file can name nothing outside it and never grows by being read.
 */
export function readXml(text: string): XmlElement {
  const root: { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string } = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const input = text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n')
  token.lastIndex = 0
  while (token.lastIndex < input.length) {
    const at = token.lastIndex
    const match = token.exec(input)
    if (!match) throw new NotXml(input.startsWith('<!', at) ? 'A file with a document type is not read.' : `Line ${input.slice(0, at).split('\n').length} is no XML.`)
    const [, data, slash, tag, attributes = '', empty, words] = match
    const current = open.at(-1)
    if (!current) throw new NotXml('There is an end without a beginning.')
    if (data !== undefined) addText(open, data)
    else if (words !== undefined) addText(open, unescaped(words))
    else if (tag !== undefined) {
      if (slash === '/') {
        if (open.length === 1 || current.name !== nameOf(tag)) throw new NotXml(`</${tag}> ends nothing.`)
        open.pop()
        continue
      }
      const element = {
        name: nameOf(tag), children: [], text: '',
        attributes: Object.fromEntries([...attributes.matchAll(attribute)].map(([, key = '', double, single]) => [nameOf(key), unescaped(double ?? single ?? '')])),
      }
      current.children.push(element)
      if (empty === '/') continue
      if (open.length > deepest) throw new NotXml('Its elements are too deep inside one another.')
      open.push(element)
    }
  }
  const [found, second] = root.children
  if (open.length > 1) throw new NotXml(`<${open.at(-1)?.name ?? ''}> has no end.`)
  if (!found || second) throw new NotXml('It has not one element that holds everything.')
  return found
}

function addText(open: { text: string }[], text: string): void {
  if (open.length === 1 && text.trim() !== '') throw new NotXml('There is text outside its elements.')
  for (const element of open) element.text += text
}
