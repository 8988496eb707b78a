import { withoutComments } from './source-text.mjs'

/** The compiler doesn't read SQL: a statement that names a table which a migration has dropped is found here. */
export function* droppedTableFaults(files) {
  const dropped = droppedTables(files)
  for (const [path, text] of files) {
    if (dropped.size === 0 || !/\.tsx?$/.test(path)) continue
    const named = withoutComments(text).matchAll(
      /(?:\b(?:from|join|into|update|table)\s+|(?:From|Join|Into|Table)\(')(\w+)\b/g,
    )
    for (const name of new Set([...named].map((match) => match[1])))
      if (dropped.has(name)) yield `${path} names the table ${name}, which ${dropped.get(name)} drops`
  }
}

/** Tables that were there once and are no more, with the migration that dropped or renamed them. */
function droppedTables(files) {
  const migrations = [...files.keys()].filter((path) => path.startsWith('src/db/migrations/')).sort()
  const dropped = new Map()
  for (const path of migrations) {
    const sql = files.get(path).replace(/--[^\n]*/g, '')
    for (const [, verb, names, renamed] of sql.matchAll(
      /\b(create|drop|alter)\s+(?:unlogged\s+)?table\s+(?:if\s+(?:not\s+)?exists\s+)?(\w+(?:\s*,\s*\w+)*)(?:\s+rename\s+to\s+(\w+))?/gi,
    )) {
      const isGone = verb.toLowerCase() === 'drop' || renamed !== undefined
      for (const name of names.split(/\s*,\s*/)) if (isGone) dropped.set(name, path)
      for (const name of isGone ? [renamed] : names.split(/\s*,\s*/)) dropped.delete(name)
    }
  }
  return dropped
}
