import { isTypeNode, SyntaxKind as Kind } from 'typescript/unstable/ast'
import { walk } from './walk.mjs'
import { isStatement, sqlEdits, takesAdvisoryLock } from './sql.mjs'

// Where a file can be made wrong, read from its syntax tree. A place has a kind, where it starts, and `options`: the
// ways of making it wrong, each with the edits to the text. Options that depend on types are asked for when a place is
// drawn, as types cost time.

export const KINDS = ['boundary', 'negation', 'await', 'where', 'swap', 'removal']

const COMPARISONS = new Map([
  [Kind.LessThanToken, '<='],
  [Kind.LessThanEqualsToken, '<'],
  [Kind.GreaterThanToken, '>='],
  [Kind.GreaterThanEqualsToken, '>'],
])
const OPPOSITES = new Map([
  [Kind.AmpersandAmpersandToken, '||'],
  [Kind.BarBarToken, '&&'],
  [Kind.EqualsEqualsEqualsToken, '!=='],
  [Kind.ExclamationEqualsEqualsToken, '==='],
])
const BUILDER_CALLS = new Set(['where', 'forUpdate', 'forShare', 'forNoKeyUpdate', 'forKeyShare', 'skipLocked'])
const NO_CODE = new Set([
  Kind.ImportDeclaration,
  Kind.ExportDeclaration,
  Kind.InterfaceDeclaration,
  Kind.TypeAliasDeclaration,
])
// Another type of many properties is a dictionary, and two of its entries are no likely slip.
const MOST_PROPERTIES = 80
// What they have are constants of the language, and no fields.
const LANGUAGE = new Set(['Number', 'Math', 'Intl'])

/** The line of a position, and the name of the function, class or constant of the file that it is in, if it has one. */
export function whereOf(tree, start) {
  const statement = tree.statements.find(({ pos, end }) => pos <= start && start < end)
  const name = statement?.name ?? statement?.declarationList?.declarations[0]?.name
  return { line: tree.getLineAndCharacterOfPosition(start).line + 1, inside: name?.text }
}

/** All places of a file, in the order of the text. */
export function placesIn(tree) {
  const { text } = tree
  const places = []
  const add = (kind, node, options) => places.push({ kind, start: node.getStart(), options })
  const edit = (start, end, replacement) => ({
    before: text.slice(start, end),
    after: replacement,
    edits: [{ start, end, text: replacement }],
  })
  const whole = (node, replacement) => edit(node.getStart(), node.end, replacement)
  const addSql = (template) => {
    for (const { kind, start, end, text: replacement } of sqlEdits(text, partsOf(template))) {
      places.push({ kind, start, options: () => [inItsLine(text, edit(start, end, replacement))] })
    }
  }

  walk(tree, (node) => {
    if (NO_CODE.has(node.kind) || isTypeNode(node)) return node.kind === Kind.ExpressionWithTypeArguments
    if (node.kind === Kind.BinaryExpression) {
      const operator = node.operatorToken
      if (COMPARISONS.has(operator.kind)) {
        const numbers = [node.left, node.right].filter(({ kind }) => kind === Kind.NumericLiteral)
        add('boundary', node, () => [
          shown(node, edit(operator.getStart(), operator.end, COMPARISONS.get(operator.kind))),
          ...numbers.flatMap((number) => [1, -1].map((by) => shown(node, whole(number, moved(number.text, by))))),
        ])
      } else if (OPPOSITES.has(operator.kind)) {
        add('negation', node, () => [turned(node, operator, OPPOSITES.get(operator.kind))])
      }
    }
    const condition = conditionOf(node)
    if (condition) add('negation', condition, () => [whole(condition, negated(condition))])
    if (node.kind === Kind.AwaitExpression) {
      add('await', node, () => [shown(node, edit(node.getStart(), node.expression.getStart(), ''))])
    }
    if (node.kind === Kind.TaggedTemplateExpression && node.tag.getText() === 'sql') addSql(node.template)
    if (isLooseText(node) && isStatement(text, partsOf(node))) addSql(node)
    if (isBuilderCall(node)) {
      const { expression: access } = node
      add('where', access.name, () => [edit(access.expression.end, node.end, '')])
    }
    if (node.kind === Kind.ObjectLiteralExpression) {
      for (const [one, other] of pairs(node.properties.filter(hasPlainValue))) {
        add('swap', one, (checker) => swappedValues(checker, one, other))
      }
    }
    if (isRead(node)) add('swap', node, (checker) => siblingReads(checker, node))
    if (isRemovable(node)) {
      const kind = isLockStatement(node, text) ? 'where' : 'removal'
      add(kind, node, () => [whole(node, node.parent.kind === Kind.IfStatement ? '{}' : '')])
    }
    return true
  })
  return places.toSorted((a, b) => a.start - b.start || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
}

/** The same edits, shown with what is around them. */
function shown(node, option) {
  const start = node.getStart()
  return { ...option, before: node.getText(), after: withEdits(node.getText(), option.edits, start) }
}

/** Edits of a text that has no tree: shown with the rest of their line. */
function inItsLine(text, option) {
  const [{ start, end }] = option.edits
  const from = text.lastIndexOf('\n', start) + 1
  const line = text.slice(from, `${text}\n`.indexOf('\n', end))
  return { ...option, before: line.trim(), after: withEdits(line, option.edits, from).trim() }
}

function turned(node, operator, replacement) {
  const edits = [{ start: operator.getStart(), end: operator.end, text: replacement }]
  // "and" binds closer than "or": without parentheses a turned one would take its neighbours along.
  if (node.parent.kind === Kind.BinaryExpression) {
    edits.unshift({ start: node.getStart(), end: node.getStart(), text: '(' })
    edits.push({ start: node.end, end: node.end, text: ')' })
  }
  return shown(node, { edits })
}

function swappedValues(checker, one, other) {
  const [a, b] = [one, other].map(valueOf)
  if (a.getText() === b.getText() || typeOf(checker, a) !== typeOf(checker, b)) return []
  const edits = [one, other].map((property, index) => {
    const value = (index === 0 ? b : a).getText()
    return { start: property.getStart(), end: property.end, text: `${property.name.getText()}: ${value}` }
  })
  const before = `${one.getText()} … ${other.getText()}`
  return [{ before, after: edits.map((change) => change.text).join(' … '), edits }]
}

function siblingReads(checker, node) {
  const owner = checker.getTypeAtLocation(node.expression)
  const properties = owner ? checker.getPropertiesOfType(checker.getNonNullableType(owner) ?? owner) : []
  if (properties.length > MOST_PROPERTIES || LANGUAGE.has(node.expression.getText())) return []
  const types = new Map(
    properties.map((property) => {
      const type = checker.getTypeOfSymbol(property)
      return [property.name, type ? checker.typeToString(type) : 'any']
    }),
  )
  const own = types.get(node.name.text)
  if (!own || own === 'any' || own.includes('=>')) return []
  return [...types]
    .filter(([name, type]) => name !== node.name.text && type === own && /^[A-Za-z]\w*$/.test(name))
    .map(([name]) => shown(node, { edits: [{ start: node.name.getStart(), end: node.name.end, text: name }] }))
}

/** A text with edits made to it. Positions count from `from`. */
export function withEdits(text, edits, from = 0) {
  return edits
    .map((change, order) => ({ ...change, order }))
    .toSorted((a, b) => b.start - a.start || b.order - a.order)
    .reduce((made, { start, end, text: part }) => made.slice(0, start - from) + part + made.slice(end - from), text)
}

function moved(number, by) {
  return String(Number(number.replaceAll('_', '')) + by)
}

function conditionOf(node) {
  if ([Kind.IfStatement, Kind.WhileStatement, Kind.DoStatement].includes(node.kind)) return node.expression
  return node.kind === Kind.ConditionalExpression ? node.condition : null
}

function negated(condition) {
  if (condition.kind === Kind.PrefixUnaryExpression && condition.operator === Kind.ExclamationToken) {
    return condition.operand.getText()
  }
  return `!(${condition.getText()})`
}

/** The ranges of the literal text of a template or string, without its quotes and holes. */
function partsOf(template) {
  if (!template.head) return [[template.getStart() + 1, template.end - 1]]
  const tails = template.templateSpans.map(({ literal }, index, all) => [
    literal.getStart() + 1,
    literal.end - (index === all.length - 1 ? 1 : 2),
  ])
  return [[template.head.getStart() + 1, template.head.end - 2], ...tails]
}

/** A text that no tag reads: `client.query('select …')`. */
function isLooseText(node) {
  const isText = [Kind.StringLiteral, Kind.NoSubstitutionTemplateLiteral, Kind.TemplateExpression].includes(node.kind)
  return isText && node.parent.kind !== Kind.TaggedTemplateExpression
}

function isBuilderCall(node) {
  return (
    node.kind === Kind.CallExpression &&
    node.expression.kind === Kind.PropertyAccessExpression &&
    BUILDER_CALLS.has(node.expression.name.text)
  )
}

function* pairs(items) {
  for (const [index, one] of items.entries()) for (const other of items.slice(index + 1)) yield [one, other]
}

const PLAIN = new Set([
  Kind.Identifier,
  Kind.PropertyAccessExpression,
  Kind.NumericLiteral,
  Kind.TrueKeyword,
  Kind.FalseKeyword,
])

function hasPlainValue(property) {
  if (property.kind === Kind.ShorthandPropertyAssignment) return true
  return property.kind === Kind.PropertyAssignment && PLAIN.has(property.initializer.kind)
}

function valueOf(property) {
  return property.initializer ?? property.name
}

/** What a value is, literals widened: two numbers are of one type, whichever they are. */
function typeOf(checker, node) {
  const type = checker.getTypeAtLocation(node)
  return type ? checker.typeToString(checker.getBaseTypeOfLiteralType(type) ?? type) : node.getText()
}

/** A property that is read, neither called nor assigned nor private. */
function isRead(node) {
  if (node.kind !== Kind.PropertyAccessExpression || node.name.kind !== Kind.Identifier) return false
  const { parent } = node
  if (parent.kind === Kind.CallExpression && parent.expression === node) return false
  if (parent.kind === Kind.TaggedTemplateExpression || parent.kind === Kind.PropertyAccessExpression) return false
  return !(
    parent.kind === Kind.BinaryExpression &&
    parent.left === node &&
    parent.operatorToken.kind === Kind.EqualsToken
  )
}

const LEAVES = new Set([Kind.ReturnStatement, Kind.ThrowStatement, Kind.ContinueStatement, Kind.BreakStatement])

/** A statement that does something, or one that ends a function early. Without a declaration nothing compiles. */
function isRemovable(node) {
  if (node.kind === Kind.ExpressionStatement) return node.expression.kind !== Kind.StringLiteral && !isSuper(node)
  if (node.kind !== Kind.IfStatement || node.elseStatement || node.parent.kind === Kind.IfStatement) return false
  const { thenStatement: then } = node
  const statements = then.kind === Kind.Block ? then.statements : [then]
  return statements.length === 1 && LEAVES.has(statements[0].kind)
}

function isSuper({ expression }) {
  return expression.kind === Kind.CallExpression && expression.expression.kind === Kind.SuperKeyword
}

function isLockStatement(statement, text) {
  let isLock = false
  walk(statement, (node) => {
    if (node.kind === Kind.TaggedTemplateExpression && takesAdvisoryLock(text, partsOf(node.template))) isLock = true
  })
  return isLock
}
