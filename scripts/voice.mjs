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
const INSTEAD = new Map(PHRASES)
// A name such as lent.roles is code, and no word.
const ANY = new RegExp(
  `(?<![\\w.-])(${PHRASES.map(([phrase]) => phrase.replaceAll(' ', '\\s+')).join('|')})(?![\\w-]|\\.\\w)`,
  'gi',
)

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
export function wrongWords(text) {
  if (QUOTED.has(text)) return []
  return [...new Set(wordsIn(text).map((word) => word.toLowerCase().replaceAll(/\s+/g, ' ')))]
}

/** Every occurrence. With a capital it is the month. */
function wordsIn(text) {
  return [...text.matchAll(ANY)].map(([word]) => word).filter((word) => word !== 'May')
}

/**
 * A sentence for each text that people read and that has such a word: labels, messages, e-mails, summaries of the API,
 * what commands print. Comments and documents are counted, and there must not come more.
 */
export function* voiceFaults(files) {
  const baseline = JSON.parse(files.get(BASELINE) ?? '{}')
  const known = new Set(baseline.texts)
  const found = wrongTexts(files)
  for (const [text, places] of found) {
    if (known.has(text) || EXCEPTIONS.has(text)) continue
    const words = wrongWords(text).map((word) => `"${word}": ${INSTEAD.get(word)}`)
    yield `${places[0]} ${JSON.stringify(text)} (${words.join('; ')})`
  }
  for (const text of known) {
    if (!found.has(text))
      yield `remove ${JSON.stringify(text)} from the baseline, as the source no longer says it (check-voice.mjs --shrink)`
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

/** Everything written in a file that is meant for people: with a space in it, or a capital at its start. */
function prose(path, code) {
  const found = []
  const add = (text, { start }) => {
    if (!/\s|^\p{Lu}/u.test(text) || SQL.test(text)) return
    found.push({ text, line: code.slice(0, start).split('\n').length })
  }
  const { program, errors } = parseSync(path, code, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const inSql = new Set()
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (/^sql\b/.test(code.slice(tag.start, tag.end))) for (const part of quasi.quasis) inSql.add(part)
    },
    Literal: (node) => typeof node.value === 'string' && add(node.value, node),
    TemplateElement: (node) => !inSql.has(node) && add(node.value.cooked ?? '', node),
    JSXText: (node) => add(node.value.trim(), node),
  }).visit(program)
  return found
}

const SQL = /\b(select|order by|left join|cross join|is not null|json_agg)\b/
const COMMENT_LINE = /^\s*(\/\/|\/?\*).*$/gm

function withoutCommentLines(code) {
  return code.replaceAll(COMMENT_LINE, '')
}
