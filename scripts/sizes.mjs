import { parseSync, Visitor } from 'vite'

// A file fits on a few screens, tests and lists of samples too, and a function on one.

const FILE_LINES = 300
const FUNCTION_LINES = 80

const NESTS = /^(describe|suite)$/

/** A migration is a record, and stays whole. */
const isMeasured = (path) => /\.(tsx?|mjs)$/.test(path)

function longFiles(files) {
  return [...files]
    .filter(([path]) => isMeasured(path))
    .map(([path, text]) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > FILE_LINES)
}

/**
 * Functions over the limit, components among them. What `describe` runs is a heading with its tests below it, and so is
 * a contract: a function that declares tests is measured without them, and each of them by itself.
 */
function longFunctions(files) {
  return [...files].flatMap(([path, text]) =>
    // A file with fewer lines than that has no such function.
    isMeasured(path) && text.split('\n').length > FUNCTION_LINES ? longFunctionsIn(path, text) : [],
  )
}

function longFunctionsIn(path, text) {
  const { program } = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js' })
  const names = new Map()
  const found = []
  const lineOf = lineFinder(text)
  const measure = (node) => {
    const lines = lineOf(node.end) - lineOf(node.start) + 1 - linesOfTests(node.body, lineOf)
    if (lines > FUNCTION_LINES && !names.get(node)?.isSuite)
      found.push({ path, name: node.id?.name ?? names.get(node)?.name ?? 'a function without a name', lines })
  }
  const isFunction = (node) => node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (isFunction(init) && id.type === 'Identifier') names.set(init, { name: id.name })
    },
    Property({ key, value }) {
      if (isFunction(value) && 'name' in key) names.set(value, { name: key.name })
    },
    MethodDefinition({ key, value }) {
      if ('name' in key) names.set(value, { name: key.name })
    },
    CallExpression({ callee, arguments: given }) {
      const name = calledName(callee)
      for (const one of given)
        if (isFunction(one)) names.set(one, { name: `a function given to ${name}`, isSuite: NESTS.test(name) })
    },
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program)
  return found
}

const DECLARES = /^(it|test|describe|suite)$/

/** The lines of the tests that a function declares, under conditions too. */
function linesOfTests(body, lineOf) {
  if (body.type === 'IfStatement') return linesOfTests(body.consequent, lineOf)
  if (body.type === 'BlockStatement') return body.body.reduce((sum, one) => sum + linesOfTests(one, lineOf), 0)
  const { expression } = body
  const isTest = expression?.type === 'CallExpression' && DECLARES.test(calledName(expression.callee))
  return isTest ? lineOf(body.end) - lineOf(body.start) + 1 : 0
}

/** `describe` of `describe.each(paths)('…', …)`. */
function calledName(callee) {
  let node = callee
  while (node.type !== 'Identifier') {
    if (node.type === 'MemberExpression') node = node.object
    else if (node.type === 'CallExpression') node = node.callee
    else if (node.type === 'TaggedTemplateExpression') node = node.tag
    else return 'a call'
  }
  return node.name
}

function lineFinder(text) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (position) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (starts[middle] <= position) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}

/** Files and functions that are too long. */
export function* lengthFaults(files) {
  for (const { path, lines } of longFiles(files))
    yield `${path} has ${lines} lines, ${FILE_LINES} at most: split it by noun`
  for (const { path, name, lines } of longFunctions(files))
    yield `${path}: ${name} has ${lines} lines, ${FUNCTION_LINES} at most: give its parts names`
}
