import { SaxesParser } from 'saxes'

/** An element of an XML file, with only what exchange files need: names without prefixes, text as written. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** All text below it, in the order in which it is read. */
  readonly text: string
}

/** What is wrong with a file, worded for the person who sent it. */
export class NotXml extends Error {}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[]
  text: string
}

const deepest = 40
const nameOf = (qualified: string) => qualified.slice(qualified.indexOf(':') + 1)

/**
 * Reads a file that a translation tool has written. No document types, no entities but the five that XML itself has, so
 * that a file can name nothing outside it and never grows by being read.
 */
export function readXml(text: string): XmlElement {
  const parser = new SaxesParser()
  const whole: OpenElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [whole]
  parser.on('error', (error) => {
    throw new NotXml(error.message)
  })
  parser.on('doctype', () => {
    throw new NotXml('A file with a document type is not read.')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > deepest) throw new NotXml('Its elements are too deep inside one another.')
    const own = Object.entries(attributes).map(([key, value]) => [nameOf(key), value])
    const element = { name: nameOf(name), attributes: Object.fromEntries(own), children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  for (const kind of ['text', 'cdata'] as const)
    parser.on(kind, (words) => {
      for (const element of open) element.text += words
    })
  parser.write(text).close()
  const [root] = whole.children
  if (!root) throw new NotXml('There is no element in it.')
  return root
}
