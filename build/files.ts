import type { Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/** The scripts and styles of what a page needs: documents by their names, modules by the ends of theirs. */
export function filesOf(bundle: Bundle, needs: readonly string[]): Set<string> {
  const found = new Set<string>()
  const add = (chunk: Rolldown.OutputChunk) => {
    if (found.has(chunk.fileName)) return
    found.add(chunk.fileName)
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css)
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') add(imported)
    }
  }
  for (const output of Object.values(bundle)) {
    if (output.type !== 'chunk') continue
    const isDocument = output.isEntry && needs.some((end) => output.facadeModuleId?.endsWith(`/${end}`))
    if (isDocument || output.moduleIds.some((id) => needs.some((end) => id.endsWith(end)))) add(output)
  }
  return found
}

/** By an address that is made at run time: what these files name would be bundled with the configuration. */
export async function load<T>(path: string): Promise<T> {
  return (await import(new URL(path, import.meta.url).href)) as T
}
