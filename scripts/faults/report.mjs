// The results of the faults, for the terminal and for docs/faults.md.

const AROUND = 48
const START = '<!-- faults: the list begins -->'
const END = '<!-- faults: the list ends -->'

/** Both sides of a fault in one line each, cut to what is around their difference. */
export function difference({ before, after }) {
  const [a, b] = [before, after].map((text) => text.replaceAll(/\s+/g, ' ').trim())
  let head = 0
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1
  const cut = (text) => {
    const from = Math.max(0, head - AROUND)
    const to = Math.min(text.length, text.length - tail + AROUND)
    const middle = text.slice(from, to)
    const short = middle.length > 4 * AROUND ? `${middle.slice(0, 2 * AROUND)} … ${middle.slice(-2 * AROUND)}` : middle
    return `${from > 0 ? '…' : ''}${short}${to < text.length ? '…' : ''}`
  }
  return { before: cut(a), after: cut(b) }
}

export const isCaught = (verdict) => verdict !== undefined && verdict.result !== 'survived'

/** What caught a fault, in one line. */
export function verdictOf(verdict) {
  if (!verdict) return 'not tried'
  if (verdict.result === 'compiler') return `compiler: ${verdict.message}`
  if (verdict.result === 'timeout') return `timeout: ${verdict.by}`
  return verdict.result === 'test' ? verdict.by : 'SURVIVED'
}

function summaryOf(faults) {
  const tried = faults.filter(({ first }) => first)
  const caught = tried.filter(({ first }) => isCaught(first))
  const by = (result) => caught.filter(({ first }) => first.result === result).length
  const finally_ = tried.filter(({ first, again }) => isCaught(first) || isCaught(again)).length
  return {
    count: tried.length,
    first: caught.length,
    tests: by('test'),
    compiler: by('compiler'),
    timeout: by('timeout'),
    now: finally_,
    isTriedAgain: tried.some(({ again }) => again),
  }
}

export function sentenceOf(faults) {
  const { count, first, tests, compiler, timeout, now, isTriedAgain } = summaryOf(faults)
  const share = (part) => `${part} of ${count} (${count === 0 ? 0 : Math.floor((100 * part) / count)}%)`
  const how = `${tests} by tests, ${compiler} by the compiler, ${timeout} by a time limit`
  return `Caught in the first run: ${share(first)}: ${how}.${isTriedAgain ? ` Caught now: ${share(now)}.` : ''}`
}

export function terminalTable(faults) {
  return faults
    .map((fault) => {
      const { before, after } = difference(fault)
      const again = fault.again ? `\n      then: ${verdictOf(fault.again)}` : ''
      const place = `${fault.id.padEnd(13)} ${fault.kind.padEnd(9)} ${fault.file}:${fault.line}`
      return `${place}\n      ${before}\n   →  ${after}\n      ${verdictOf(fault.first)}${again}`
    })
    .join('\n')
}

/** The page with a new list in it. What people wrote around the list stays. */
export function pageWith(page, faults, { seed, count }) {
  const [before, after] = page.includes(START) ? [page.split(START)[0], page.split(END)[1]] : [`${page}\n`, '\n']
  return `${before}${START}\n\n${list(faults, { seed, count })}\n\n${END}${after}`
}

function list(faults, { seed, count }) {
  const rows = faults.map((fault) => {
    const { before, after } = difference(fault)
    const again = fault.again ? `; then ${cell(fault.again)}` : ''
    return `| ${fault.id} | ${placeOf(fault)} | ${fault.kind} | ${code(before)} → ${code(after)} | ${cell(fault.first)}${again} |`
  })
  const head = '| Fault | Place | Kind | Before → after | Caught by |\n|---|---|---|---|---|'
  return `Seed ${seed}, ${count} faults. ${sentenceOf(faults)}\n\n${head}\n${rows.join('\n')}`
}

/** Lines move with every edit above them, so the page names what the fault is in. */
const placeOf = ({ file, inside }) => (inside ? `\`${inside}\` in \`${file}\`` : `\`${file}\``)

function cell(verdict) {
  if (!verdict) return 'not tried'
  if (verdict.result === 'survived') return '**survived**'
  if (verdict.result === 'test') return verdict.by.replaceAll('|', '\\|').replace(/^(\S+) > /, '`$1`: ')
  return verdict.result === 'compiler'
    ? `the compiler: ${code(verdict.message)}`
    : `a time limit, in ${code(verdict.by)}`
}

/** Code in a cell of a table. A text with backticks needs more of them around it. */
function code(text) {
  if (text === '') return '(nothing)'
  const escaped = text.replaceAll('|', '\\|')
  return escaped.includes('`') ? `\`\` ${escaped} \`\`` : `\`${escaped}\``
}
