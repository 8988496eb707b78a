import { describe, expect, it } from 'vitest'
import { performers } from './performers.ts'

/** The fields that the form of a performer of a kind shows. */
function shown(kind: 'artist' | 'team' | 'show' | 'person'): string[] {
  const parts = [...(performers.form?.main ?? []), ...(performers.form?.aside ?? [])]
  return parts.flatMap(({ fields }) =>
    fields.flatMap((item) => (typeof item === 'string' ? [item] : item.when({ kind }) ? [item.field] : [])),
  )
}

describe('the form of a performer', () => {
  it('asks for a sport and a league of teams alone', () => {
    expect(shown('team')).toEqual(expect.arrayContaining(['sport', 'league']))
    for (const kind of ['artist', 'show', 'person'] as const) {
      expect(shown(kind)).toContain('genre')
      expect(shown(kind)).not.toContain('sport')
      expect(shown(kind)).not.toContain('league')
    }
  })
})
