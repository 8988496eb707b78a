import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Removes what packages bring and nothing here reads, a fifth of what is installed: Node's headers, for those who compile
 * modules in C++, the drawings of which the icons in JavaScript are made, twice, and what readers of PDFs and barcodes bring for
 * browsers and older programs. Where they are not, or cannot be
 * removed, is not worth a word.
 */
export function removeSpareFiles(root) {
  const modules = join(root, 'node_modules')
  const headers = namesIn(join(modules, 'node', 'node_modules'))
    .filter((name) => name.startsWith('node-'))
    .map((name) => join('node', 'node_modules', name, 'include'))
  const drawings = ['icons', 'categories', 'tabler-nodes-outline.json', 'tabler-nodes-filled.json']
  const builds = ['cjs', 'iife', 'miniprogram', 'full', join('es', 'full')].map((name) =>
    join('zxing-wasm', 'dist', name),
  )
  const pdfium = ['index.js.map', 'index.cjs', 'index.cjs.map', 'index.browser.js', 'index.browser.js.map'].map(
    (name) => join('@embedpdf', 'pdfium', 'dist', name),
  )
  const icons = drawings.map((name) => join('@tabler', 'icons', name))
  for (const path of [...headers, ...icons, ...builds, ...pdfium]) {
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
