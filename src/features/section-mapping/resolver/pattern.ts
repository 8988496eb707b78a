import { RE2JS, RE2Set } from 're2js'

/** Characters of a pattern; with a linear-time engine this is also what bounds the time of a match. */
const maxPattern = 200

/** Compiles a pattern for whole texts, without case. Null where it is too long or no pattern of the engine. */
export function compilePattern(pattern: string): RE2JS | null {
  if (pattern.length > maxPattern || isHuge(pattern)) return null
  try {
    return RE2JS.compile(`^(?:${pattern})$`, RE2JS.CASE_INSENSITIVE)
  } catch {
    return null
  }
}

/** Repetitions of repetitions multiply the program that a pattern compiles to: `(?:a{900}){900}`. */
function isHuge(pattern: string): boolean {
  const repeats = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(({ 1: from, 2: to }) => Number(to || from))
  return repeats.reduce((size, one) => size * Math.max(1, one), 1) > 200
}

/** The text with the pattern's replacement; null where it does not match. */
export function rewriteByPattern(pattern: RE2JS, text: string, replacement: string): string | null {
  return pattern.matches(text) ? pattern.matcher(text).replaceFirst(replacement) : null
}

/** Finds which of many patterns match a text in one pass. */
export function patternFinder(patterns: readonly string[]): (text: string) => readonly number[] {
  if (patterns.length === 0) return () => []
  const set = new RE2Set(RE2Set.ANCHOR_BOTH, RE2JS.CASE_INSENSITIVE)
  for (const pattern of patterns) set.add(`(?:${pattern})`)
  set.compile()
  return (text) => set.match(text)
}
