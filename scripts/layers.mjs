import { posix } from 'node:path'
import { featureOrder } from '../src/features/order.mjs'
import { withoutComments } from './source-text.mjs'

// What can import what, type imports included. docs/architecture.md draws it.

/** From the lowest to the highest; each can import itself and what is below it. */
const LAYERS = ['db', 'core', 'ui', 'platform', 'features', 'app']
/** What components that know no resource can use of the core: the texts they show. */
const TEXTS = 'src/core/i18n/'

export function* importFaults(files) {
  for (const [path, text] of files) {
    if (!path.startsWith('src/')) continue
    for (const target of targetsOf(path, text)) {
      const fault = (isTest(path) ? null : layerFault(path, target)) ?? suffixFault(path, target)
      if (fault) yield `${path} imports ${target}: ${fault}`
    }
  }
}

function layerFault(path, target) {
  const [from, to] = [layerOf(path), layerOf(target)]
  if (from === -1) return `no rule says what ${path.split('/').slice(0, 2).join('/')} may import`
  if (isTest(target)) return 'only tests use what is in testing/'
  if (to > from)
    return to === LAYERS.indexOf('app') ? 'nothing imports app' : `${LAYERS[from]} may not import ${LAYERS[to]}`
  if (LAYERS[from] === 'ui' && LAYERS[to] === 'core' && !path.startsWith('src/ui/resource/') && !isPlain(path, target))
    return 'ui that knows no resource uses nothing of the core but texts'
  return LAYERS[from] === 'features' && LAYERS[to] === 'features' ? featureFault(path, target) : null
}

/** A sitemap is made of permissions, so the file about it can know them. */
function isPlain(path, target) {
  return target.startsWith(TEXTS) || (path.startsWith('src/ui/sitemap-node') && target.startsWith('src/core/access/'))
}

/** A feature without a place in the order comes after all that have one, and no other feature uses it. */
function featureFault(path, target) {
  if (featureOf(path) === featureOf(target)) return null
  const [from, to] = [placeOf(path), placeOf(target)]
  if (to === -1) return `src/features/order.mjs has no place for ${featureOf(target)}, so no other feature uses it`
  if (from === to) return null
  if (from !== -1 && to > from)
    return `${featureOrder[to]} comes after ${featureOrder[from]} in the order of the features`
  return isBrowser(target) ? 'screens belong to their own feature: declare a panel, a command or a slot' : null
}

const featureOf = (path) => path.split('/')[2] ?? ''

/** The feature's place in the order; a folder with a place of its own goes by that one. */
function placeOf(path) {
  const inside = path.slice('src/features/'.length)
  const own = featureOrder.findIndex((name) => name.includes('/') && inside.startsWith(`${name}/`))
  return own === -1 ? featureOrder.indexOf(inside.split('/')[0]) : own
}

function layerOf(path) {
  return LAYERS.indexOf(path.split('/')[1] ?? '')
}

/** The suffix says where code runs: shared code runs everywhere and so imports only shared code. */
function suffixFault(path, target) {
  if (/\.test\.tsx?$/.test(path)) return null
  const isServer = path.endsWith('.server.ts')
  if (isServer && isBrowser(target)) return 'server code cannot run browser code'
  if (!isServer && target.endsWith('.server.ts'))
    return `${isBrowser(path) ? 'browser' : 'shared'} code cannot run server code`
  if (!isServer && !isBrowser(path) && isBrowser(target)) return 'shared code cannot run browser code'
  return null
}

function isBrowser(path) {
  return /\.tsx$|\.web\.ts$|\.module\.ts$|\.css$|^src\/app\/(modules|menu)\.ts$/.test(path)
}

/** Tests, and what only they use, can know everything. */
function isTest(path) {
  return /\.test\.tsx?$|\/testing\/|-test-page\.tsx$/.test(path)
}

/** Folders that import each other can be neither lifted nor read by themselves; so can files. */
export function* cycleFaults(files) {
  const graph = new Map()
  for (const [path, text] of files) {
    if (!path.startsWith('src/') || isTest(path)) continue
    graph.set(
      path,
      [...targetsOf(path, text)].filter((target) => files.has(target) && !isTest(target)),
    )
  }
  for (const circle of circlesOf(graph)) yield `these files import each other: ${circle.join(', ')}`
  for (const circle of circlesOf(foldersOf(graph))) yield `these folders import each other: ${circle.join(', ')}`
}

function foldersOf(graph) {
  const folders = new Map()
  for (const [path, targets] of graph) {
    const from = posix.dirname(path)
    const known = folders.get(from) ?? new Set()
    for (const target of targets) if (posix.dirname(target) !== from) known.add(posix.dirname(target))
    folders.set(from, known)
  }
  return folders
}

/** Groups of nodes that can all be reached from each other (Tarjan). */
function circlesOf(graph) {
  const [index, low, stack, onStack, circles] = [new Map(), new Map(), [], new Set(), []]
  function enter(node) {
    index.set(node, index.size)
    low.set(node, index.get(node))
    stack.push(node)
    onStack.add(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) enter(next)
      if (onStack.has(next)) low.set(node, Math.min(low.get(node), low.get(next)))
    }
    if (low.get(node) !== index.get(node)) return
    const circle = stack.splice(stack.indexOf(node))
    for (const one of circle) onStack.delete(one)
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const node of graph.keys()) if (!index.has(node)) enter(node)
  return circles
}

/** The project's own files that a file imports. */
export function targetsOf(path, text) {
  const pattern = /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)(['"])(\.[^'"\n]+)\1/gm
  const specifiers = [...withoutComments(text).matchAll(pattern)].map((match) => match[2])
  return new Set(
    specifiers.map((specifier) => posix.normalize(posix.join(posix.dirname(path), specifier)).replace(/\?.*$/, '')),
  )
}
