/** A network: the bytes of an address, 4 or 16 of them, of which the first `prefix` bits count. */
export interface Range {
  readonly bytes: readonly number[]
  readonly prefix: number
}

/** The widest networks that may be allowed. Anything wider would let in more or less everybody. */
export const widest = { 4: 8, 16: 16 } as const

/**
 * Reads an address in any usual spelling. An IPv4 address mapped into IPv6 (`::ffff:192.0.2.1`) is the IPv4 address,
 * and a zone (`fe80::1%eth0`) is dropped.
 *
 * @returns 4 or 16 bytes, null for what is no address
 */
export function parseAddress(text: string): readonly number[] | null {
  const plain = text.trim().split('%', 1)[0] ?? ''
  const bytes = plain.includes(':') ? parseSixteen(plain) : parseFour(plain)
  const isMapped = bytes?.length === 16 && bytes.slice(0, 12).every((byte, index) => byte === (index < 10 ? 0 : 255))
  return isMapped ? bytes.slice(12) : bytes
}

function parseFour(text: string): number[] | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)
  if (!match) return null
  const parts = match.slice(1)
  // With a zero in front some programs read the rest as octal.
  if (parts.some((part) => Number(part) > 255 || (part.length > 1 && part.startsWith('0')))) return null
  return parts.map(Number)
}

function parseSixteen(text: string): number[] | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [left, right] = halves.map((half, index) => groupsOf(half, index === halves.length - 1))
  if (!left || right === null) return null
  const missing = 16 - left.length - (right?.length ?? 0)
  // `::` stands for at least one group.
  if (right === undefined ? missing !== 0 : missing < 2) return null
  return [...left, ...Array.from({ length: missing }, () => 0), ...right ?? []]
}

/** The bytes of groups between colons; the last of them may be written as an IPv4 address. */
function groupsOf(text: string, isLast: boolean): number[] | null {
  if (text === '') return []
  const bytes: number[] = []
  const groups = text.split(':')
  for (const [index, group] of groups.entries()) {
    if (isLast && index === groups.length - 1 && group.includes('.')) {
      const four = parseFour(group)
      if (!four) return null
      bytes.push(...four)
    } else {
      if (!/^[0-9a-f]{1,4}$/i.test(group)) return null
      const value = Number.parseInt(group, 16)
      bytes.push(value >> 8, value & 255)
    }
  }
  return bytes
}

/** Reads a network such as `192.0.2.0/24` or `2001:db8::/32`; a single address is a network of its own. */
export function parseRange(text: string): Range | null {
  const [address = '', prefix, ...rest] = text.trim().split('/')
  const bytes = parseAddress(address)
  if (!bytes || rest.length > 0) return null
  if (prefix === undefined) return { bytes, prefix: bytes.length * 8 }
  if (!/^\d{1,3}$/.test(prefix)) return null
  // The 96 bits in front of a mapped address are not the network's.
  const bits = Number(prefix) - (bytes.length === 4 && address.includes(':') ? 96 : 0)
  return bits >= 0 && bits <= bytes.length * 8 ? { bytes: masked(bytes, bits), prefix: bits } : null
}

function masked(bytes: readonly number[], prefix: number): number[] {
  return bytes.map((byte, index) => byte & maskAt(index, prefix))
}

function maskAt(index: number, prefix: number): number {
  const bits = Math.min(8, Math.max(0, prefix - index * 8))
  return (255 << (8 - bits)) & 255
}

export function contains({ bytes, prefix }: Range, address: readonly number[]): boolean {
  return bytes.length === address.length
    && bytes.every((byte, index) => (byte & maskAt(index, prefix)) === ((address[index] ?? 0) & maskAt(index, prefix)))
}

/** One spelling for each network: RFC 5952 for IPv6, and always with its prefix. */
export function rangeText({ bytes, prefix }: Range): string {
  return `${addressText(bytes)}/${prefix}`
}

export function addressText(bytes: readonly number[]): string {
  if (bytes.length === 4) return bytes.join('.')
  const groups = Array.from({ length: 8 }, (_, index) => ((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0))
  const gap = longestGap(groups)
  const words = (some: readonly number[]) => some.map((group) => group.toString(16)).join(':')
  if (gap.length < 2) return words(groups)
  return `${words(groups.slice(0, gap.start))}::${words(groups.slice(gap.start + gap.length))}`
}

function longestGap(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 }
  for (let start = 0; start < groups.length; start++) {
    let length = 0
    while (groups[start + length] === 0) length++
    if (length > best.length) best = { start, length }
  }
  return best
}

/**
 * What a person's own network is taken to be: one IPv4 address, but of IPv6 the /64, since a machine changes the rest
 * of its address every day. Null for what is no address.
 */
export function ownNetworkOf(address: string): string | null {
  const bytes = parseAddress(address)
  if (!bytes) return null
  return bytes.length === 4 ? addressText(bytes) : rangeText({ bytes: masked(bytes, 64), prefix: 64 })
}

/** Roughly where an address is: the /24, or the /48 of IPv6, which is what one provider gives to one place. */
export function neighbourhoodOf(address: string): string | null {
  const bytes = parseAddress(address)
  if (!bytes) return null
  const prefix = bytes.length === 4 ? 24 : 48
  return rangeText({ bytes: masked(bytes, prefix), prefix })
}
