import { type ESTree, parseSync, Visitor } from 'vite'

/** A test as its file calls it, e.g. `test.each(paths)('%s is public', …)` inside `describe('the guard', …)`. */
export interface TestCall {
  /** The names of the suites around it and its own, joined by ` > `, as written: `%s` and `$path` stay as they are. */
  readonly name: string
  /** Why it does not run in CI; null for one that does. */
  readonly skipped: string | null
}

/** What CI has (`.ci/run` requires both), so a test can do without them elsewhere and still counts. */
const REQUIRED_IN_CI = /chromium|postgres/i

/**
 * Every test that a file calls, from its syntax and not from its text: a name in a comment or in a string is none.
 * Names that are put together at run time are left out, because no text can cite them.
 */
export function testCallsOf(path: string, code: string): TestCall[] {
  const { program, errors } = parseSync(path, code, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const words = namesFromVitest(program)
  const found: TestCall[] = []
  const suites: { node: ESTree.CallExpression; name: string; skipped: string | null }[] = []
  new Visitor({
    CallExpression(node) {
      const call = readCall(node, words, code)
      if (!call) return
      if (call.isSuite) {
        suites.push({ node, name: call.title ?? '…', skipped: call.skipped })
        return
      }
      if (call.title === null) return
      const skipped = [...suites.map((suite) => suite.skipped), call.skipped].find((reason) => reason !== null) ?? null
      found.push({ name: [...suites.map(({ name }) => name), call.title].join(' > '), skipped })
    },
    'CallExpression:exit'(node) {
      if (suites.at(-1)?.node === node) suites.pop()
    },
  }).visit(program)
  return found
}

/** The relative modules that a file imports. */
export function importsOf(path: string, code: string): string[] {
  const { program } = parseSync(path, code, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  return program.body.flatMap((node) => (node.type === 'ImportDeclaration' ? [node.source.value] : []))
}

/** The file's names for vitest's functions: `{ test: 'test', it: 'it', describe: 'describe' }`. */
function namesFromVitest({ body }: ESTree.Program): ReadonlyMap<string, string> {
  const names = body.flatMap((node) =>
    node.type === 'ImportDeclaration' && node.source.value === 'vitest'
      ? node.specifiers.flatMap((one) =>
          one.type === 'ImportSpecifier' && one.imported.type === 'Identifier'
            ? [[one.local.name, one.imported.name] as const]
            : [],
        )
      : [],
  )
  return new Map(names)
}

interface Call {
  readonly isSuite: boolean
  /** null for one whose title only its run can give. */
  readonly title: string | null
  readonly skipped: string | null
}

/** A call that makes a suite or a test; null for any other, such as the `test.each(paths)` within one. */
function readCall(node: ESTree.CallExpression, words: ReadonlyMap<string, string>, code: string): Call | null {
  const modifiers: string[] = []
  const skips: (string | null)[] = []
  let callee: ESTree.Expression | ESTree.Super = node.callee
  while (callee.type !== 'Identifier') {
    if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
      modifiers.push(callee.property.name)
      callee = callee.object
    } else if (callee.type === 'CallExpression') {
      skips.push(skipOf(callee, code))
      callee = callee.callee
    } else if (callee.type === 'TaggedTemplateExpression') {
      callee = callee.tag
    } else return null
  }
  const kind = words.get(callee.name)
  if (kind !== 'describe' && kind !== 'it' && kind !== 'test') return null
  // `test.each(paths)` and `test.skipIf(isOld)` give what is called next, which is the test.
  if (node.callee.type === 'MemberExpression' && /^(each|for|skipIf|runIf|extend)$/.test(modifiers[0] ?? ''))
    return null
  const [title, ...rest] = node.arguments
  const off = modifiers.find((word) => /^(skip|todo|fails)$/.test(word)) ?? switchedOff(rest)
  return {
    isSuite: kind === 'describe',
    title: title ? textOf(title) : null,
    skipped: off ? `.${off}` : (skips.find((skip) => skip !== null) ?? (hasBody(rest) ? null : 'has no body')),
  }
}

/** Why `skipIf(…)` or `runIf(…)` leaves a test out of CI; null where it does not. */
function skipOf({ callee, arguments: [condition] }: ESTree.CallExpression, code: string): string | null {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || !condition) return null
  const { name } = callee.property
  if (name !== 'skipIf' && name !== 'runIf') return null
  const text = code.slice(condition.start, condition.end)
  return REQUIRED_IN_CI.test(text) ? null : `.${name}(${text})`
}

/** `test('…', { skip: true }, …)`. */
function switchedOff(rest: readonly ESTree.Argument[]): string | undefined {
  for (const options of rest) {
    if (options.type !== 'ObjectExpression') continue
    for (const property of options.properties) {
      if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
      const isOff = property.value.type !== 'Literal' || property.value.value !== false
      if (isOff && /^(skip|todo|fails)$/.test(property.key.name)) return property.key.name
    }
  }
  return undefined
}

function hasBody(rest: readonly ESTree.Argument[]): boolean {
  return rest.some(({ type }) => type !== 'ObjectExpression' && type !== 'Literal')
}

function textOf(node: ESTree.Argument): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  return node.type === 'TemplateLiteral' && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? null)
    : null
}
