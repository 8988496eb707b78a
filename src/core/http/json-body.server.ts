import { isUtf8 } from 'node:buffer'
import { invalid, Refusal } from '../errors/errors.ts'
import { t } from '../i18n/language.ts'

/**
 * The deepest nesting of arrays and objects allowed in a body. Nothing the product takes needs more than a few levels.
 */
const deepestBody = 32

/** Keys through which a merge would reach an object's prototype. */
const poisonousKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads a JSON body. Depth is checked on the bytes, before anything is parsed or walked. If a key occurs twice the last
 * one counts, for checks and for use alike.
 *
 * @returns the value, or undefined for an empty body
 * @throws Refusal 400 when it is not JSON in UTF-8, 422 when it is too deep or contains keys or characters that nothing
 *   in the product can contain
 */
export function parseJsonBody(body: Buffer): unknown {
  if (body.length === 0) return undefined
  if (!isUtf8(body)) throw new Refusal(400, t('The body must be JSON in UTF-8.'))
  refuseDepth(body)
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    throw new Refusal(400, t('The body is not valid JSON.'))
  }
  refuseUnsafe(value, '')
  return value
}

function refuseDepth(body: Buffer): void {
  let depth = 0
  let inString = false
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (inString) {
      if (byte === 0x5c) at++ // a backslash takes the next character with it
      else if (byte === 0x22) inString = false
    } else if (byte === 0x22) {
      inString = true
    } else if (byte === 0x7b || byte === 0x5b) {
      depth++
      if (depth > deepestBody)
        throw new Refusal(422, t('The body has more than {deepestBody} levels.', { deepestBody }))
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--
    }
  }
}

function refuseUnsafe(value: unknown, path: string): void {
  if (typeof value === 'string') {
    const flaw = flawOf(value)
    if (flaw) throw path === '' ? new Refusal(422, flaw) : invalid({ [path]: flaw })
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => refuseUnsafe(item, join(path, String(index))))
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (flawOf(key)) throw new Refusal(422, t('A key has a character that can’t be stored.'))
      if (poisonousKeys.has(key)) throw invalid({ [join(path, key)]: t('“{key}” is not a field.', { key }) })
      refuseUnsafe(item, join(path, key))
    }
  }
}

function flawOf(text: string): string | null {
  if (text.includes('\0')) return t('The text has a NUL character, which can’t be stored.')
  if (!text.isWellFormed()) return t('The text has half of a surrogate pair, which is not a character.')
  return null
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
