import { describe, expect, it } from 'vitest'
import { directionOf } from './script-direction.ts'

describe('the script of a language', () => {
  it('says which way it runs, by the tag’s own script or by the one that most readers of it use', () => {
    const running = (codes: readonly string[]) => codes.map(directionOf)
    expect(running(['ar', 'he', 'fa', 'ur', 'yi', 'dv', 'ckb', 'pa-PK', 'az-Arab'])).toEqual(
      Array.from({ length: 9 }, () => 'rtl'),
    )
    expect(running(['en', 'pt-BR', 'zh-Hant', 'pa', 'az', 'ar-Latn'])).toEqual(Array.from({ length: 6 }, () => 'ltr'))
  })

  it('is unknown of what is no tag yet, and of unknown languages', () => {
    expect(['', 'e', 'not a tag', 'qaa'].map(directionOf)).toEqual([null, null, null, null])
  })
})
