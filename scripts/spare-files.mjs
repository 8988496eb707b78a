import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Removes what packages bring and nothing here reads, a fifth of what is installed: Node's headers, for those who compile
 * modules in C++, and the drawings of which the icons in JavaScript are made, twice. Where they are not, or cannot be
 * removed, is not worth a word.
 */
export function removeSpareFiles(root) {
  const modules = join(root, 'node_modules')
  const headers = namesIn(join(modules, 'node', 'node_modules'))
    .filter((name) => name.startsWith('node-'))
    .map((name) => join('node', 'node_modules', name, 'include'))
  const drawings = ['icons', 'categories', 'tabler-nodes-outline.json', 'tabler-nodes-filled.json']
  for (const path of [...headers, ...drawings.map((name) => join('@tabler', 'icons', name))]) {
    try {
      rmSync(join(modules, path), { recursive: true, force: true })
    } catch {}
  }
}

function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
