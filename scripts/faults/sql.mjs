// Where a statement of SQL can be made wrong. A statement is a template whose literal parts are SQL, and whose holes are
// values or smaller pieces of SQL; a hole counts as one word here. Positions are those of the source file.

const TOKEN =
  /\s+|--[^\n]*|\/\*[\s\S]*?\*\/|'(?:''|[^'])*'|"(?:""|[^"])*"|[A-Za-z_][\w$]*|\d[\w.]*|[-+*/<>=~!@#%^&|?:]+|[\s\S]/gy
const STATEMENT = new Set(['select', 'insert', 'update', 'delete', 'with'])
const AFTER_WHERE = new Set(
  'group order limit offset for returning union intersect except having window fetch on when'.split(' '),
)
const TURNED = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
])

/** Words, signs and holes with their depth in parentheses and cases. `parts` are the ranges of the literal text. */
function tokensOf(source, parts) {
  const tokens = []
  let depth = 0
  parts.forEach(([start, end], index) => {
    if (index > 0) tokens.push({ text: '${}', start: parts[index - 1][1], end: start, depth })
    TOKEN.lastIndex = 0
    const literal = source.slice(start, end)
    for (let match = TOKEN.exec(literal); match; match = TOKEN.exec(literal)) {
      const text = match[0].toLowerCase()
      if (/^\s|^--|^\/\*/.test(text)) continue
      if (text === ')' || text === 'end') depth -= 1
      tokens.push({ text, start: start + match.index, end: start + match.index + text.length, depth })
      if (text === '(' || text === 'case') depth += 1
    }
  })
  return tokens
}

/** Whether a text that no tag marks as SQL is a statement. */
export function isStatement(source, parts) {
  return STATEMENT.has(tokensOf(source, parts)[0]?.text) && tokensOf(source, parts).length > 3
}

/** Whether a statement takes a lock that the transaction keeps. */
export function takesAdvisoryLock(source, parts) {
  return tokensOf(source, parts).some(({ text }) => /^pg_advisory(_xact)?_lock(_shared)?$/.test(text))
}

/** Edits of one statement: `{ kind, start, end, text }`. */
export function sqlEdits(source, parts) {
  const tokens = tokensOf(source, parts)
  const edits = []
  tokens.forEach((token, index) => {
    if (token.text === 'where') edits.push(...withoutConditions(tokens, index))
    if (token.text === 'for') edits.push(...withoutLock(tokens, index))
    if (TURNED.has(token.text))
      edits.push({ kind: 'boundary', start: token.start, end: token.end, text: TURNED.get(token.text) })
  })
  return edits
}

/** Each condition of a WHERE, replaced by true. Conditions with "or" beside them are one. */
function withoutConditions(tokens, where) {
  const { depth } = tokens[where]
  let last = where + 1
  const isInside = (token) => token && token.depth >= depth && !(token.depth === depth && AFTER_WHERE.has(token.text))
  while (isInside(tokens[last])) last += 1
  const inside = tokens.slice(where + 1, last)
  const hasOr = inside.some((token) => token.depth === depth && token.text === 'or')
  const conditions = [[]]
  let isBetween = false
  for (const token of inside) {
    const isHere = token.depth === depth
    if (isHere && token.text === 'and' && !isBetween && !hasOr) {
      conditions.push([])
      continue
    }
    if (isHere && token.text === 'between') isBetween = true
    else if (isHere && token.text === 'and') isBetween = false
    conditions.at(-1).push(token)
  }
  return conditions
    .filter((condition) => condition.length > 0 && condition[0].text !== 'true')
    .map((condition) => ({ kind: 'where', start: condition[0].start, end: condition.at(-1).end, text: 'true' }))
}

/** A row lock, taken away with what belongs to it: FOR UPDATE OF t SKIP LOCKED. */
function withoutLock(tokens, index) {
  const text = (offset) => tokens[index + offset]?.text
  let length = 0
  if (text(1) === 'update' || text(1) === 'share') length = 2
  else if (text(1) === 'key' && text(2) === 'share') length = 3
  else if (text(1) === 'no' && text(2) === 'key' && text(3) === 'update') length = 4
  if (length === 0) return []
  if (text(length) === 'of') length += 2
  if (text(length) === 'skip' && text(length + 1) === 'locked') length += 2
  else if (text(length) === 'nowait') length += 1
  return [{ kind: 'where', start: tokens[index].start, end: tokens[index + length - 1].end, text: '' }]
}
