/** How often a text is sent before it gets a name: what is asked once is not worth keeping. */
const OFTEN = 3
/** Each connection keeps a plan for each name, so what callers can make up must not make that endless. */
const NAMES_KEPT = 300
/** Texts that are counted at a time. The oldest is forgotten first. */
const COUNTED = 2_000

/**
 * Names for statements that are sent again and again, so that PostgreSQL parses them once for each connection and plans
 * them as often as it finds that worthwhile. For one pool.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  /** The arguments of a query, with a name where the statement has one. */
  named(args: readonly unknown[]): readonly unknown[] {
    const [text, values, ...rest] = args
    if (typeof text !== 'string' || !Array.isArray(values)) return args
    // What has a name is not looked through again: the texts of lists are long.
    const name = this.#names.get(text) ?? (canBeNamed(text, values) ? this.#nameOf(text) : undefined)
    return name === undefined ? args : [{ name, text, values }, ...rest]
  }

  #nameOf(text: string): string | undefined {
    if (this.#names.size >= NAMES_KEPT) return undefined
    const count = (this.#counts.get(text) ?? 0) + 1
    this.#counts.delete(text)
    if (count >= OFTEN) {
      const name = `often-${this.#names.size + 1}`
      this.#names.set(text, name)
      return name
    }
    this.#counts.set(text, count)
    const [oldest] = this.#counts.keys()
    if (this.#counts.size > COUNTED && oldest !== undefined) this.#counts.delete(oldest)
    return undefined
  }
}

/** Said in a text whose patterns are found in few rows whatever they look for, so that one plan is as good as another. */
export const FINDS_FEW = '/* finds few */'

/**
 * A pattern decides how its rows are best found, so it is planned with what it looks for. Without values there can be
 * several statements in a text, which cannot be prepared.
 */
function canBeNamed(text: string, values: readonly unknown[]): boolean {
  if (/ like /i.test(text) && !text.includes(FINDS_FEW)) return false
  return values.length > 0 || /^\s*(?:select|with)\b[^;]*$/i.test(text)
}
