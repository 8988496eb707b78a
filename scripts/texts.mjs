import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'vite'
import { root } from './project.mjs'

// The texts that people read, as the source has them: what `t`, `msg`, `rich` and `storedText` are given, the sitemap's titles, and what
// resources and permissions are called. Used by Lingui's extraction (texts.config.mjs) and by the tests of the texts.

/** Files with titles as plain data. */
const TITLED = /^src\/(app\/(menu|sitemap\.web)\.ts|app\/console\/router\.tsx|(features|platform)\/.*\.module\.ts)$/
/** What makes a field, here of a dialog: its words are read where it is made. */
const FIELD_KINDS = new Set([
  'text',
  'longText',
  'integer',
  'decimal',
  'percent',
  'money',
  'boolean',
  'date',
  'time',
  'instant',
  'select',
  'choices',
  'words',
  'ref',
  'refs',
  'rows',
])
/** The file whose definitions are read by running them, because half of their labels are made out of keys. */
const REGISTRY = 'src/app/registry.server.ts'

/** Every text of a file: `{ text, line, names, isTop }`, names being what fills it (null: nothing to be seen from here). */
export function textsOf(path, code) {
  const found = []
  const say = (node, names, isTop) => {
    for (const { text, at } of literals(node))
      if (/\p{L}/u.test(text)) found.push({ text, line: lineOf(code, at), names, isTop })
  }
  visit(parse(path, code), (node, around) => {
    if (
      node.type === 'CallExpression' &&
      node.callee.type === 'Identifier' &&
      ['t', 'msg', 'rich', 'storedText'].includes(node.callee.name)
    ) {
      const isTop = node.callee.name !== 'msg' && !around.some(({ type }) => /Function/.test(type))
      say(node.arguments[0], node.callee.name === 'msg' ? null : namesOf(node.arguments[1]), isTop)
    }
    if (
      node.type === 'CallExpression' &&
      node.callee.type === 'Identifier' &&
      FIELD_KINDS.has(node.callee.name) &&
      node.arguments.at(-1)?.type === 'ObjectExpression'
    ) {
      for (const { key, value } of node.arguments.at(-1).properties) {
        if (key?.name === 'label' || key?.name === 'help') say(value, null, false)
        if (key?.name === 'labels' && value.type === 'ObjectExpression')
          for (const choice of value.properties) say(choice.value, null, false)
      }
    }
    if (TITLED.test(path) && node.type === 'Property' && node.key.name === 'title') say(node.value, null, false)
  })
  return found
}

const load = (path) => import(pathToFileURL(join(root, path)).href)

/** What any record can name: resources, objects and actions of permissions, codes of the ledger. */
export async function wordsOfData() {
  const [{ resources }, permissions, { inWords }, ledger] = await Promise.all([
    load(REGISTRY),
    load('src/core/access/permissions.ts'),
    load('src/core/i18n/formats.ts'),
    load('src/features/purchases/states/purchase-ledger.ts'),
  ])
  const codes = Object.values(ledger).filter(Array.isArray).flat()
  return [
    ...resources.flatMap(({ label }) => label),
    ...Object.values(permissions.permissionObjects).map(({ label }) => label),
    ...Object.values(permissions.permissionActions),
    ...codes.map(inWords),
  ]
}

/** What resources, their fields, choices and sections, and what permissions are called. */
export async function definitionTexts() {
  const [{ resources }, { headFields }, { plainLabelOf }, { plainChoiceLabelOf }] = await Promise.all([
    load(REGISTRY),
    load('src/core/resource/resource.ts'),
    load('src/core/resource/fields.ts'),
    load('src/core/resource/choice-labels.ts'),
  ])
  const texts = new Set()
  const add = (text) => typeof text === 'string' && /\p{L}/u.test(text) && texts.add(text)
  const addField = (key, field) => {
    add(plainLabelOf(key, field))
    add(field.help)
    add(field.patternHint)
    for (const choice of field.choices ?? []) add(plainChoiceLabelOf(field, choice))
    for (const [inner, sub] of Object.entries(field.of ?? {})) addField(inner, sub)
  }
  for (const { label, fields, form = {}, actions = {}, page, list } of resources) {
    label.forEach(add)
    for (const { label: head } of list?.shown ?? []) if (head) add(head)
    for (const check of page?.checks ?? []) add(check.label)
    for (const [key, field] of Object.entries({ ...headFields, ...fields })) addField(key, field)
    for (const section of [...(form.main ?? []), ...(form.aside ?? [])]) {
      add(section.title)
      add(section.help)
      add(section.adds)
    }
    for (const { label: name, done } of Object.values(actions)) [name, done].forEach(add)
  }
  for (const text of await wordsOfData()) add(text)
  return [...texts]
}

/** A text that people read on screen without passing through any of the three. */
export function untranslated(path, code) {
  const found = []
  visit(parse(path, code), (node, around) => {
    const texts = shownBy(node)
    if (
      texts.length === 0 ||
      around.some(
        ({ type, callee }) => type === 'CallExpression' && ['t', 'msg', 'rich', 'storedText'].includes(callee.name),
      )
    )
      return
    for (const text of texts)
      found.push(`${path}:${lineOf(code, node.start)} ${text.replace(/\s+/g, ' ').trim().slice(0, 80)}`)
  })
  return found
}

/** The words that a piece of code shows as they are written there. */
function shownBy(node) {
  if (node.type === 'JSXText') return withLetters(node.value)
  if (node.type === 'JSXAttribute') {
    return SHOWN.has(node.name.name) && node.value
      ? bare(node.value.type === 'JSXExpressionContainer' ? node.value.expression : node.value)
      : []
  }
  const name = calleeOf(node)
  if (name === 'Refusal') return bare(node.arguments[1])
  if (/^toast\.\w+$|^(alert|confirm|prompt)Box$/.test(name)) return node.arguments.slice(0, 2).flatMap(bare)
  if (name !== 'invalid' || node.arguments[0]?.type !== 'ObjectExpression') return []
  return node.arguments[0].properties.flatMap(({ value }) => bare(value))
}

const SHOWN = new Set(['label', 'title', 'placeholder', 'description', 'aria-label', 'alt', 'what'])

/** Words that are written out, with letters in them; names of brands and keys are the same everywhere. */
function bare(node) {
  if (!node) return []
  if (node.type === 'ConditionalExpression') return [...bare(node.consequent), ...bare(node.alternate)]
  if (node.type === 'LogicalExpression') return [...bare(node.left), ...bare(node.right)]
  const text =
    node.type === 'Literal' && typeof node.value === 'string'
      ? node.value
      : node.type === 'TemplateLiteral'
        ? node.quasis.map(({ value }) => value.cooked).join(' ')
        : ''
  return withLetters(text)
}

function withLetters(text) {
  return /\p{L}{2,}/u.test(text.replaceAll(/Ctrl(\+\w+)?|\b(Admin|Excel|Marquee|px)\b/g, '')) ? [text] : []
}

function calleeOf(node) {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return ''
  const { callee } = node
  if (callee.type === 'MemberExpression') return `${callee.object.name ?? ''}.${callee.property.name ?? ''}`
  return callee.name ?? ''
}

/** `'a'`, `x ? 'a' : 'b'` and `'a' + 'b'`; what is only known when it runs has been collected where it comes from. */
function literals(node) {
  if (!node) return []
  if (node.type === 'ConditionalExpression') return [...literals(node.consequent), ...literals(node.alternate)]
  const text = plain(node)
  return text === null || text === '' ? [] : [{ text, at: node.start }]
}

function plain(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type === 'TemplateLiteral') return node.expressions.length === 0 ? node.quasis[0].value.cooked : null
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null
  const [left, right] = [plain(node.left), plain(node.right)]
  return left === null || right === null ? null : left + right
}

function namesOf(node) {
  if (!node) return []
  if (node.type !== 'ObjectExpression' || node.properties.some(({ type }) => type !== 'Property')) return null
  return node.properties.map(({ key }) => key.name ?? key.value)
}

function parse(path, code) {
  const { program, errors } = parseSync(path, code, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  return program
}

function visit(node, see, around = []) {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, see, around)
  } else if (node && typeof node === 'object' && typeof node.type === 'string') {
    see(node, around)
    const within = [...around, node]
    for (const value of Object.values(node)) if (value && typeof value === 'object') visit(value, see, within)
  }
}

function lineOf(code, at) {
  return code.slice(0, at).split('\n').length
}

/** Lingui asks this for each file. */
export const extractor = {
  match: (path) => /\.tsx?$/.test(path),
  async extract(path, code, onMessage) {
    const name = path.replaceAll('\\', '/').replace(/^.*\/(?=src\/)/, '')
    for (const { text, line } of textsOf(name, code ?? readFileSync(path, 'utf8')))
      onMessage({ id: text, origin: [name, line], placeholders: {} })
    if (name === REGISTRY)
      for (const text of await definitionTexts()) onMessage({ id: text, origin: [name, 1], placeholders: {} })
  },
}
