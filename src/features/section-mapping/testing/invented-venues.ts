/** A made-up venue with what sellers write for its sections. */
export interface InventedVenue {
  readonly name: string
  /** Names, with a zone where there is one. */
  readonly sections: readonly (readonly [string, string | null])[]
  readonly placed: readonly Spelling[]
  /** What a careful reader can place or leave, and never place anywhere else. */
  readonly placedOrRefused: readonly Spelling[]
  readonly refused: readonly string[]
}
type Spelling = readonly [string, string]

export const listIn = (text: string): string[] =>
  text
    .split(/~|\n/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** `Block 1..12 @ Lower`: twelve sections of a zone. */
export const sectionsIn = (text: string): (readonly [string, string | null])[] =>
  listIn(text).flatMap((one) => {
    const [name = '', zone = null] = one.split(' @ ')
    const range = /^(.*?)(\d+)\.\.(\d+)$/.exec(name)
    if (!range) return [[name, zone] as const]
    const from = Number(range[2])
    return Array.from(
      { length: Number(range[3]) - from + 1 },
      (_, index) => [`${range[1] ?? ''}${from + index}`, zone] as const,
    )
  })

/** `Sec 1 ~ S1 => Section 1`, over as many lines as it takes. */
export const spellingsIn = (text: string): Spelling[] => {
  const waiting: string[] = []
  return listIn(text).flatMap((one) => {
    const [raw = '', name] = one.split(' => ')
    waiting.push(raw)
    return name === undefined ? [] : waiting.splice(0).map((spelling) => [spelling, name] as const)
  })
}
