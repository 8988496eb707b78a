/** Calls `visit` with a node and everything below it; a visit that answers false leaves out what is below. */
export function walk(node, visit) {
  if (visit(node) === false) return
  node.forEachChild((child) => {
    walk(child, visit)
  })
}
