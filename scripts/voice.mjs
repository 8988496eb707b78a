import { parseSync, Visitor } from 'vite'

// How the product speaks: short, plain English, in the words of the trade. A check takes the files as a map from
// path to text and yields sentences; no sentence, no fault. What was wrong before there was a check is in the baseline,
// which can only shrink.

/** Words that make a sentence read like a law book or a translation, with what to say instead. */
const PHRASES = [
  ['may', 'say "can", or "must not"'],
  ['is to', 'say "must", or what happens'],
  ['stands', 'say "is"'],
  ['bears', 'say "has" or "pays"'],
  ['lent', 'say "given for a time"'],
  ['anew', 'say "again"'],
  ['e-mail', 'say "email"'],
  ['e-mails', 'say "emails"'],
  ['e-mailed', 'say "emailed"'],
  ['told', 'say who says what'],
  ['worked out', 'say "calculated" or "updated"'],
  ['as of', 'say "from" or "since"'],
  ['by the clocks of', 'say "in … time"'],
  ['in force', 'say "active"'],
  ['holds', 'say "has" or "applies"'],
  ['meanwhile', 'say "in the meantime", or leave it out'],
  ['somebody', 'say "you", "we" or who it is'],
  ['nobody', 'say "no one", or who does not'],
  ['whoever', 'say who it is'],
  ['there is no such', 'say what was not found'],
  ['left empty', 'say "Optional", or what blank means'],
]
/** In the names of tests these are wrong too: they say less than the name of who acts. */
const PHRASES_OF_NAMES = [
  ['everybody', 'say "each person", "all" or who it is'],
  ['anybody', 'say "no one", "you" or who it is'],
]
const INSTEAD = new Map([...PHRASES, ...PHRASES_OF_NAMES])
const ANY = anyOf(PHRASES)
const IN_NAMES = anyOf([...PHRASES, ...PHRASES_OF_NAMES])

/** A name such as lent.roles is code, and no word. */
function anyOf(phrases) {
  const words = phrases.map(([phrase]) => phrase.replaceAll(' ', '\\s+')).join('|')
  return new RegExp(`(?<![\\w.-])(${words})(?![\\w-]|\\.\\w)`, 'gi')
}

/** Quoted from the specification, so they stay letter for letter. */
export const QUOTED = new Set([
  'Cancel',
  'Confirm logout',
  'Dashboard',
  'Has Error',
  'Home',
  'Log Out',
  'Manage User Access',
  'Re-Login',
  'Request failed with status code {status}',
  'Something went wrong',
  'You have been logged out, you can cancel to stay on this page, or log in again',
])

/** Texts that keep such a word for a reason: `['North and South stands', 'the stands of a stadium']`. */
export const EXCEPTIONS = new Map([])

/** What was wrong before there was a check: `{ comments, docs, texts }`, how many words in the first two, and each text. */
export const BASELINE = 'scripts/voice-baseline.json'

/** The words of a text that are not ours, in lower case, each once. */
export function wrongWords(text, wrong = ANY) {
  if (QUOTED.has(text)) return []
  return [...new Set(wordsIn(text, wrong).map((word) => word.toLowerCase().replaceAll(/\s+/g, ' ')))]
}

/** Every occurrence. With a capital it is the month. */
function wordsIn(text, wrong = ANY) {
  return [...text.matchAll(wrong)].map(([word]) => word).filter((word) => word !== 'May')
}

/**
 * A sentence for each text that people read and that has such a word: labels, messages, emails, summaries of the API,
 * what commands print. Comments and documents are counted, and there must not come more.
 */
export function* voiceFaults(files) {
  const baseline = JSON.parse(files.get(BASELINE) ?? '{}')
  const known = new Set(baseline.texts)
  const found = wrongTexts(files)
  for (const [text, places] of found) {
    if (known.has(text) || EXCEPTIONS.has(text)) continue
    yield `${places[0]} ${JSON.stringify(text)} (${sentenceOf(wrongWords(text))})`
  }
  for (const text of known) {
    if (!found.has(text))
      yield `remove ${JSON.stringify(text)} from the baseline, as the source no longer says it (check-voice.mjs --shrink)`
  }
  for (const { path, name, line } of wrongTestNames(files)) {
    yield `${path}:${line} the test ${JSON.stringify(name)} (${sentenceOf(wrongWords(name, IN_NAMES))})`
  }
  for (const [text, reason] of EXCEPTIONS) {
    if (!found.has(text))
      yield `the exception ${JSON.stringify(text)} (${reason}) is in the source no longer: remove it`
  }
  if (baseline.texts?.toSorted().join('\n') !== baseline.texts?.join('\n')) yield `${BASELINE}: sort the texts`
  for (const [what, count] of Object.entries(proseCounts(files))) {
    const most = baseline[what] ?? 0
    if (count > most) yield `${count} such words in ${what}, ${most} at most (${BASELINE}): say it in plain words`
  }
}

/** The baseline without what has been rewritten since. */
export function shrunk(files) {
  const { texts, ...counts } = JSON.parse(files.get(BASELINE) ?? '{}')
  const found = wrongTexts(files)
  for (const [what, count] of Object.entries(proseCounts(files))) counts[what] = Math.min(counts[what], count)
  return `${JSON.stringify({ ...counts, texts: texts.filter((text) => found.has(text)) }, null, 2)}\n`
}

/** The texts with such a word, each with the places it is at: `src/core/resource/fields.ts:12`. */
export function wrongTexts(files) {
  const found = new Map()
  for (const [path, code] of files) {
    // Most files have none outside their comments, and parsing is what takes the time.
    if (!isRead(path) || wordsIn(withoutCommentLines(code)).length === 0) continue
    for (const { text, line } of prose(path, code)) {
      if (wrongWords(text).length > 0) found.set(text, [...(found.get(text) ?? []), `${path}:${line}`])
    }
  }
  return found
}

function sentenceOf(words) {
  return words.map((word) => `"${word}": ${INSTEAD.get(word)}`).join('; ')
}

/** The names of tests and of groups of tests with such a word. What a table puts into a name is not looked at. */
export function wrongTestNames(files) {
  const found = []
  for (const [path, code] of files) {
    if (!isOfTests(path) || wordsIn(withoutCommentLines(code), IN_NAMES).length === 0) continue
    const add = (name, { start }) => {
      if (wrongWords(name, IN_NAMES).length > 0) found.push({ path, name, line: lineOf(code, start) })
    }
    new Visitor({
      CallExpression({ callee, arguments: [name] }) {
        if (!['describe', 'it', 'test'].includes(firstName(callee))) return
        if (name?.type === 'Literal') add(String(name.value), name)
        if (name?.type === 'TemplateLiteral') add(name.quasis.map(({ value }) => value.cooked).join('…'), name)
      },
    }).visit(parsed(path, code))
  }
  return found
}

/** `it` of `it.each([…])(…)` and of `it.skipIf(…)(…)`. */
function firstName(node) {
  if (node.type === 'Identifier') return node.name
  return firstName(node.object ?? node.callee ?? node.tag ?? { type: 'Identifier', name: '' })
}

const INLINE_CODE = /`[^`\n]*`/g
const LIST_OF_FAULTS = /<!-- faults: the list begins -->[\s\S]*?<!-- faults: the list ends -->/

/** How many such words there are in comments and in documents, not counting code in backticks. */
export function proseCounts(files) {
  const counts = { comments: 0, docs: 0 }
  const countOf = (text) => wordsIn(text.replaceAll(INLINE_CODE, '')).length
  for (const [path, text] of files) {
    // The coverage pages and the list of faults quote the names of tests, and the list above is not prose.
    if (path.endsWith('-coverage.md')) continue
    if (path.endsWith('.md')) counts.docs += countOf(text.replace(LIST_OF_FAULTS, ''))
    else if (!path.startsWith('scripts/voice')) counts.comments += countOf((text.match(COMMENT_LINE) ?? []).join('\n'))
  }
  return counts
}

/** What people read of the source. Demo data is what made-up people write, and they write as they like. */
function isRead(path) {
  return (
    /^src\/.*\.tsx?$/.test(path) &&
    !/\.test\.tsx?$|-fixture|-test-page|\/testing\/|\/(demo-data|seed)\/|\/(demo|seed)-[\w-]+(\.server)?\.ts$/.test(
      path,
    )
  )
}

/** Tests, what several of them share, and the flows with what they start. */
function isOfTests(path) {
  return /\.test\.(tsx?|mjs)$|\/testing\/|\/contract\/|^e2e\//.test(path) && /\.(tsx?|mjs)$/.test(path)
}

/** Everything written in a file that is meant for people: with a space in it, or a capital at its start. */
function prose(path, code) {
  const found = []
  const add = (text, { start }) => {
    if (!/\s|^\p{Lu}/u.test(text) || SQL.test(text)) return
    found.push({ text, line: lineOf(code, start) })
  }
  const inSql = new Set()
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (/^sql\b/.test(code.slice(tag.start, tag.end))) for (const part of quasi.quasis) inSql.add(part)
    },
    Literal: (node) => typeof node.value === 'string' && add(node.value, node),
    TemplateElement: (node) => !inSql.has(node) && add(node.value.cooked ?? '', node),
    JSXText: (node) => add(node.value.trim(), node),
  }).visit(parsed(path, code))
  return found
}

function parsed(path, code) {
  const { program, errors } = parseSync(path, code, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  return program
}

function lineOf(code, start) {
  return code.slice(0, start).split('\n').length
}

const SQL = /\b(select|order by|left join|cross join|is not null|json_agg)\b/
const COMMENT_LINE = /^\s*(\/\/|\/?\*).*$/gm

function withoutCommentLines(code) {
  return code.replaceAll(COMMENT_LINE, '')
}
