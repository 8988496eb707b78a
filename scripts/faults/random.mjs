/** Numbers from 0 to 1 that depend on nothing but the text: FNV-1a for the start, then mulberry32. */
export function randomOf(text) {
  let state = [...text].reduce((hash, sign) => Math.imul(hash ^ sign.codePointAt(0), 0x01000193), 0x811c9dc5)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
