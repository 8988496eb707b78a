/** A stream of numbers that is the same for the same seed and keys, on every machine. */
export interface Random {
  /** From 0 up to but not including 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  /** True with the given probability. */
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Exponentially distributed with the given mean: waiting times, lead times. */
  wait(mean: number): number
}

/** A 32-bit hash of text (FNV-1a), the beginning of a stream. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

function mixed(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad)
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97)
  return (hash ^ (hash >>> 15)) >>> 0
}

/**
 * The stream of one thing, such as the purchase number 7. Streams are independent of each other, so that any
 * page can be made without those before it. The generator is sfc32, which is small, quick and passes
 * PractRand.
 */
export function randomOf(seed: number, number: number): Random {
  let a = mixed(seed)
  let b = mixed(number ^ 0x9e3779b9)
  let c = mixed(seed ^ Math.imul(number + 1, 0x85ebca6b))
  let d = 1
  const next = () => {
    const sum = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let warmUp = 0; warmUp < 8; warmUp++) next()
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => itemAt(items, Math.floor(next() * items.length)),
    wait: (mean) => -Math.log(1 - next()) * mean,
  }
}

/** The entry at an index that is known to be there. */
export function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new RangeError(`There are ${items.length} items and none at ${index}.`)
  return item
}

/** Picks among items of different weight. */
export class Weighted<T> {
  readonly #items: readonly T[]
  readonly #sums: Float64Array

  constructor(items: readonly T[], weightOf: (item: T) => number) {
    this.#items = items
    this.#sums = new Float64Array(items.length)
    let sum = 0
    items.forEach((item, index) => {
      this.#sums[index] = sum += weightOf(item)
    })
  }

  get total(): number {
    return this.#sums.at(-1) ?? 0
  }

  pick(random: Random): T {
    return this.at(random.next())
  }

  /** The item at a share of the whole weight, from 0 up to but not including 1. */
  at(share: number): T {
    return itemAt(this.#items, this.indexAt(share * this.total))
  }

  /** The first index whose sum of weights lies above the mass. */
  indexAt(mass: number): number {
    let low = 0
    let high = this.#sums.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#sums[middle] ?? 0) > mass) high = middle
      else low = middle + 1
    }
    return low
  }

  /** How far a mass reaches into the item at an index, from 0 to 1. */
  shareOf(mass: number, index: number): number {
    const before = index === 0 ? 0 : (this.#sums[index - 1] ?? 0)
    const own = (this.#sums[index] ?? before) - before
    return own === 0 ? 0 : Math.min(1, Math.max(0, (mass - before) / own))
  }
}
