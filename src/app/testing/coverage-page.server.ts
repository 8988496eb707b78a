import { importsOf, testCallsOf } from './test-calls.server.ts'

/** What docs/specification-coverage.md is checked against. */
export interface Cited {
  /** The text of a file of the project; null for one that is not there. */
  read(path: string): string | null
  /** How many statements there are, numbered from 1. */
  readonly count: number
  /** The paths of the specification that have a page, and those whose area is still to come. */
  readonly built: readonly string[]
  readonly unbuilt: readonly string[]
}

interface Citation {
  readonly test: string
  readonly file: string
}

interface Statement {
  readonly number: number
  readonly text: string
  readonly citations: Citation[]
  /** Why it has no test, where it has none. */
  readonly reason: string
}

/** Why a statement can have no test: its area is not built yet, the product differs, or no test can see it. */
const REASONS = /^(Not built yet|Differs|Internal): \S/
/** These tests drive a sitemap that was made up for them. */
const MADE_UP = /(^|\/)testing\/shell\//

/** A sentence for everything that is wrong with the page. */
export function coverageFaults(page: string, cited: Cited): string[] {
  const { statements, others, unread } = readPage(page)
  const judge = testJudge(cited)
  return [
    ...unread.map((line) => `This line cannot be read: ${line}`),
    ...numberFaults(statements, cited.count),
    ...statements.flatMap((statement) => [...statementFaults(statement, cited, judge)]),
    ...others.flatMap((citation) => judge.faultsOf(citation)),
  ]
}

function readPage(page: string) {
  const statements: Statement[] = []
  const others: Citation[] = []
  const unread: string[] = []
  let isNumbered = false
  for (const line of page.split('\n')) {
    if (line.startsWith('| # |')) isNumbered = true
    if (line.startsWith('#')) isNumbered = false
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
    const file = /^`(\S+)`$/.exec(cells.at(-2) ?? '')?.[1]
    const citation = file === undefined ? null : { test: cells.at(-3) ?? '', file }
    if (!isNumbered) {
      if (citation) others.push(citation)
    } else if (/^\d+$/.test(cells[1] ?? '')) {
      const reason = citation ? '' : (cells[3] ?? '')
      const [, number, text = ''] = cells
      statements.push({ number: Number(number), text, citations: citation ? [citation] : [], reason })
    } else if (citation && cells[1] === '' && statements.length > 0) statements.at(-1)?.citations.push(citation)
    else if (line.startsWith('|') && !/^\|( # \||---)/.test(line)) unread.push(line)
  }
  return { statements, others, unread }
}

function* numberFaults(statements: readonly Statement[], count: number): Generator<string> {
  for (let number = 1; number <= count; number++) {
    const rows = statements.filter((statement) => statement.number === number).length
    if (rows === 0) yield `Statement ${number} has no row.`
    if (rows > 1) yield `Statement ${number} has ${rows} rows.`
  }
  for (const { number } of statements) if (number > count) yield `There are ${count} statements, and none is ${number}.`
}

function* statementFaults(statement: Statement, cited: Cited, judge: Judge): Generator<string> {
  const { number, text, citations, reason } = statement
  for (const citation of citations) for (const fault of judge.faultsOf(citation)) yield `Statement ${number}: ${fault}`
  if (citations.length > 0 && citations.every(judge.isMadeUp))
    yield `Statement ${number} cites only tests on a made-up sitemap: cite one on the product itself.`
  if (citations.length === 0 && !REASONS.test(reason))
    yield `Statement ${number} has neither a test nor a reason: begin with "Not built yet:", "Differs:" or "Internal:".`
  if (cited.built.includes(text) && citations.length === 0)
    yield `Statement ${number}: ${text} is built, so a test has to show it.`
  if (isAmong(text, cited.unbuilt) && !reason.startsWith('Not built yet'))
    yield `Statement ${number}: ${text} is not built yet, so no test can show it.`
}

/** `/rewrite-rules/1` is among paths with `/rewrite-rules/{id}`. */
function isAmong(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '\\d+')}$`).test(path))
}

interface Judge {
  faultsOf(citation: Citation): string[]
  isMadeUp(citation: Citation): boolean
}

/** Reads each file once, however often it is cited. */
function testJudge({ read }: Cited): Judge {
  const files = new Map<string, { tests: ReadonlyMap<string, string | null>; isMadeUp: boolean } | null>()
  function open(file: string) {
    const known = files.get(file)
    if (known !== undefined) return known
    const code = read(file)
    const opened =
      code === null
        ? null
        : {
            tests: new Map(testCallsOf(file, code).map(({ name, skipped }) => [name, skipped])),
            isMadeUp: importsOf(file, code).some((path) => MADE_UP.test(path)),
          }
    files.set(file, opened)
    return opened
  }
  return {
    faultsOf({ test, file }) {
      const opened = open(file)
      if (!opened) return [`${file} is not there.`]
      const skipped = opened.tests.get(test)
      if (skipped === undefined) return [`${file} calls no test "${test}".`]
      return skipped === null ? [] : [`"${test}" in ${file} does not run in CI: ${skipped}.`]
    },
    isMadeUp: ({ file }) => open(file)?.isMadeUp ?? false,
  }
}
