import type { RE2JS } from 're2js'
import { compilePattern, patternFinder, rewriteByPattern } from './pattern.ts'
import type { RewriteRule } from './rewrite-rule.ts'
import { inOrder, numberRangeOf } from './rewrite-rule.ts'
import { clean, maxNoteRead, maxRead, tokensOf } from './tokens.ts'

export interface Rewrite {
  readonly rule: RewriteRule
  /** Null where the rule refuses. */
  readonly text: string | null
}

/** Applies the first rule that matches, and only that one. */
export type Rewriter = (text: string) => Rewrite | null

type Attempt = (words: readonly string[], text: string) => string | null
interface Ready {
  readonly rule: RewriteRule
  readonly attempt: Attempt
}

const filled = (template: string, number: string) => template.replaceAll('{n}', number)
const isAt = (words: readonly string[], at: number, wanted: readonly string[]) =>
  wanted.every((word, index) => words[at + index] === word)

/** Characters that a rule reads, of its own words too: a note's are longer than a section's name. */
const readBy = ({ field }: RewriteRule) => (field === 'note' ? maxNoteRead : maxRead)

/** How a rule reads a text's words; null for a rule that cannot be read, which then never matches. */
function attemptOf(rule: RewriteRule): Attempt | null {
  const wanted = tokensOf(rule.pattern, readBy(rule)).map(({ text }) => text)
  const into = rule.replacement ?? ''
  if (rule.match === 'pattern') {
    const pattern = compilePattern(rule.pattern)
    return pattern === null ? null : (_, text) => patternAttempt(pattern, text, into)
  }
  if (rule.match === 'number_range') {
    const range = numberRangeOf(rule.pattern)
    if (range === null) return null
    const before = tokensOf(range.words).map(({ text }) => text)
    return (words) => {
      const number = words[before.length] ?? ''
      const isInside = /^\d+$/.test(number) && Number(number) >= range.from && Number(number) <= range.to
      return isInside && words.length === before.length + 1 && isAt(words, 0, before) ? filled(into, number) : null
    }
  }
  if (wanted.length === 0) return null
  const readings: Readonly<Record<'exact' | 'prefix' | 'token_map', Attempt>> = {
    exact: (words) => (words.length === wanted.length && isAt(words, 0, wanted) ? into : null),
    prefix: (words) => (isAt(words, 0, wanted) ? `${into} ${words.slice(wanted.length).join(' ')}`.trim() : null),
    token_map: (words) => {
      const at = words.findIndex((_, index) => isAt(words, index, wanted))
      return at === -1 ? null : [...words.slice(0, at), into, ...words.slice(at + wanted.length)].join(' ').trim()
    },
  }
  return readings[rule.match]
}

const patternAttempt = (pattern: RE2JS, text: string, into: string) => rewriteByPattern(pattern, text, into)

/** The first word that a text must have for the rule to match; null where any text can. */
function keyWord({ match, pattern }: RewriteRule): string | null {
  if (match === 'pattern' || match === 'number_range') return null
  return tokensOf(pattern)[0]?.text ?? null
}

/**
 * Prepares rules for any number of texts. Rules with words are found by their first word, patterns all at once, so that
 * hundreds of rules cost little more than one.
 */
export function rewriterOf(rules: readonly RewriteRule[]): Rewriter {
  const ready = inOrder(rules).flatMap((rule): Ready[] => {
    const attempt = attemptOf(rule)
    return attempt === null ? [] : [{ rule, attempt }]
  })
  const byWord = new Map<string, number[]>()
  const ranges: number[] = []
  const patterns: number[] = []
  for (const [order, { rule }] of ready.entries()) {
    const word = keyWord(rule)
    if (rule.match === 'pattern') patterns.push(order)
    else if (word === null) ranges.push(order)
    else byWord.set(word, [...(byWord.get(word) ?? []), order])
  }
  const found = patternFinder(patterns.map((order) => ready[order]?.rule.pattern ?? ''))
  if (ready.length === 0) return () => null
  const max = Math.max(...ready.map(({ rule }) => readBy(rule)))
  return (raw) => {
    const words = tokensOf(raw, max).map(({ text }) => text)
    const text = clean(raw, max).trim()
    const orders = [...new Set(words)].flatMap((word) => byWord.get(word) ?? [])
    orders.push(...ranges, ...found(text).flatMap((index) => patterns[index] ?? []))
    for (const order of orders.toSorted((a, b) => a - b)) {
      const one = ready[order]
      const result = one?.attempt(words, text) ?? null
      if (one && result !== null) return { rule: one.rule, text: one.rule.action === 'refuse' ? null : result }
    }
    return null
  }
}
