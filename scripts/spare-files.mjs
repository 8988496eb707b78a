import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Removes what packages bring and nothing here reads, a quarter of what is installed: Node's headers, for those who compile
 * modules in C++, the drawings of which the icons in JavaScript are made, twice, maps to sources that are not there, second builds
 * of large packages for programs that load modules the old way, and what readers of PDFs and barcodes bring for browsers. Where
 * they are not, or cannot be removed, is not worth a word.
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
  // Every program here takes the builds for ES modules.
  const old = ['stripe', ...namesIn(join(modules, '@mantine')).map((name) => join('@mantine', name))].map((name) =>
    join(name, 'cjs'),
  )
  const maps = namesIn(modules, { recursive: true }).filter((name) =>
    /\.[cm]?js\.map$|\.css\.map$|\.d\.[cm]?ts\.map$/.test(name),
  )
  for (const path of [...headers, ...icons, ...builds, ...pdfium, ...old, ...maps]) {
    try {
      rmSync(join(modules, path), { recursive: true, force: true })
    } catch {}
  }
}

function namesIn(folder, options) {
  try {
    return readdirSync(folder, options)
  } catch {
    return []
  }
}
