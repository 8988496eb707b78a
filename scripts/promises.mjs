import { SyntaxKind as Kind } from 'typescript/unstable/ast'
import { walk } from './faults/walk.mjs'

// A promise that is left to itself fails where no one looks, and ends after the answer, the transaction or the test that
// it belongs to. The compiler lets it pass, so this check names each one.

const SHOWN = 80

/**
 * The statements of a file that are promises: neither awaited, returned nor marked as meant with `void`. `checker` knows
 * the types of `tree`; one question for all of them, since each goes to the compiler's process.
 */
export function strayPromises(tree, checker) {
  const calls = []
  walk(tree, (node) => {
    const { expression } = node
    if (node.kind === Kind.ExpressionStatement && expression.kind === Kind.CallExpression) calls.push(expression)
  })
  if (calls.length === 0) return []
  const types = checker.getTypeAtLocation(calls)
  return calls
    .filter((_, at) => types[at]?.getSymbol()?.name === 'Promise')
    .map((call) => ({
      line: tree.text.slice(0, call.getStart()).split('\n').length,
      text: call.getText().replaceAll(/\s+/g, ' ').slice(0, SHOWN),
    }))
}

/** A sentence for each stray promise of the files. */
export function* promiseFaults(program, paths) {
  for (const path of paths) {
    const { tree, checker } = program.file(path)
    for (const { line, text } of strayPromises(tree, checker))
      yield `${path}:${line} leaves a promise to itself: await it, return it, or write void before it: ${text}`
  }
}
