import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { validateXML } from 'xmllint-wasm'

/** The schema of ours, beside this file: what our documents use of UBL 2.1, in its order. */
export const ownSchema = fileURLToPath(new URL('ubl/', import.meta.url))

/**
 * Checks documents by an XSD schema.
 *
 * @param folder - of the schema: ours, or `xsdrt` or `xsd` of UBL 2.1 as OASIS publishes it
 * @returns for each document the complaints of xmllint, none where it is valid
 */
export async function complaintsOf(folder: string, documents: readonly string[]): Promise<string[][]> {
  const found = documents.map((): string[] => [])
  for (const [root, names] of [
    ['Invoice', ['invoice.xsd', 'UBL-Invoice-2.1.xsd']],
    ['CreditNote', ['credit-note.xsd', 'UBL-CreditNote-2.1.xsd']],
  ] as const) {
    const files = filesOf(folder)
    const schema = files.find(({ path }) => names.some((name) => path.endsWith(name)))
    if (!schema) throw new Error(`${folder} has no schema of ${root}.`)
    const xml = documents.flatMap((contents, index) =>
      contents.includes(`<${root} `) ? [{ fileName: `${index}.xml`, contents }] : [],
    )
    if (xml.length === 0) continue
    const { errors } = await validateXML({
      xml,
      // They are all in one folder, so the paths by which they import each other go.
      schema: { fileName: nameOf(schema.path), contents: flat(schema.text) },
      preload: files
        .filter(({ path }) => path !== schema.path)
        .map(({ path, text }) => ({ fileName: nameOf(path), contents: flat(text) })),
      initialMemoryPages: 1024,
      maxMemoryPages: 4096,
    })
    for (const { message, rawMessage } of errors) {
      const complaints = found[Number(/^(\d+)\.xml/.exec(rawMessage)?.[1] ?? -1)]
      // Whatever is wrong with the schema itself is about no document.
      if (!complaints) throw new Error(rawMessage)
      complaints.push(message)
    }
  }
  return found
}

const nameOf = (path: string) => path.split('/').at(-1) ?? path
const flat = (text: string) =>
  text.replaceAll(/schemaLocation="([^"]*)"/g, (_, path: string) => `schemaLocation="${nameOf(path)}"`)

function filesOf(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.xsd'))
    .map((path) => ({ path, text: readFileSync(`${folder}/${path}`, 'utf8') }))
}
