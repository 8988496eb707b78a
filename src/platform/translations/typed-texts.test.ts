import { describe, expect, it } from 'vitest'
import type { TranslatedText } from './store/translation.endpoints.ts'
import type { TypedTexts } from './typed-texts.ts'
import { clashOf, keptOn, newTextsOf, partedBy, typedFrom, typedOn, withoutSaved } from './typed-texts.ts'

const stored = (field: string, change: Partial<TranslatedText> = {}): TranslatedText => ({
  field,
  source: `${field} here`,
  text: `${field} aquí`,
  status: 'approved',
  sourceThen: null,
  shown: null,
  shownIn: null,
  isFallback: false,
  translator: 'Mateo',
  changedAt: null,
  ...change,
})

describe('what was typed', () => {
  const name = typedOn(stored('name'), undefined, { text: 'mine' })

  it('clashes only with what a colleague changed under it', () => {
    expect(clashOf(name, stored('name'))).toBeNull()
    expect(clashOf(name, stored('name', { text: 'theirs' }))).toEqual({ isTextChanged: true, isSourceChanged: false })
    expect(clashOf(name, stored('name', { source: 'else' }))).toEqual({ isTextChanged: false, isSourceChanged: true })
    expect(clashOf(name, stored('name', { text: 'mine' }))).toBeNull()
    expect(clashOf(undefined, stored('name', { text: 'theirs' }))).toBeNull()
  })

  it('keeps the ground that it was begun on through further typing, until its author says that it is right on the new one', () => {
    const theirs = stored('name', { text: 'theirs' })
    const further = typedOn(theirs, name, { text: 'mine, further' })
    expect(clashOf(further, theirs)).toEqual({ isTextChanged: true, isSourceChanged: false })
    expect(clashOf(keptOn(theirs, further), theirs)).toBeNull()
  })

  it('is parted into what can be saved and what has to be looked at', () => {
    const typed = {
      name,
      about: typedOn(stored('about'), undefined, { text: 'mine' }),
      gone: typedOn(stored('gone'), undefined, { text: 'mine' }),
    }
    const { free, clashing } = partedBy(typed, [stored('name'), stored('about', { text: 'theirs' })])
    expect([Object.keys(free), Object.keys(clashing)]).toEqual([['name'], ['about', 'gone']])
  })

  it('is saved as far as it was reviewed, and as a draft where it was not', () => {
    expect(
      newTextsOf({
        name,
        status: typedOn(stored('status'), undefined, { status: 'in_review' }),
        fresh: typedOn(stored('fresh', { text: null, status: 'missing' }), undefined, { text: 'x' }),
        none: typedOn(stored('none'), undefined, { text: ' ' }),
      }),
    ).toEqual({
      name: { text: 'mine', status: 'approved' },
      status: { text: 'status aquí', status: 'in_review' },
      fresh: { text: 'x', status: 'draft' },
      none: { text: null, status: 'approved' },
    })
  })

  it('is empty on purpose only where that is said, and typing ends it', () => {
    const blank = typedOn(stored('name'), undefined, { text: '', isBlank: true })
    expect(newTextsOf({ name: blank })).toEqual({ name: { text: '', status: 'approved' } })
    expect(newTextsOf({ name: typedOn(stored('name'), blank, { text: 'again' }) })).toEqual({
      name: { text: 'again', status: 'approved' },
    })
    const wasBlank = stored('name', { text: '' })
    expect(newTextsOf({ name: typedOn(wasBlank, undefined, { status: 'approved' }) })).toEqual({
      name: { text: '', status: 'approved' },
    })
    expect(newTextsOf({ name: typedOn(wasBlank, undefined, { text: '', isBlank: false }) })).toEqual({
      name: { text: null, status: 'approved' },
    })
    expect(clashOf(blank, stored('name', { text: null }))).toEqual({ isTextChanged: true, isSourceChanged: false })
    expect(clashOf(blank, wasBlank)).toBeNull()
  })

  it('while it is being saved is not lost with what was saved', () => {
    const saved: TypedTexts = { name, about: typedOn(stored('about'), undefined, { text: 'first' }) }
    const since: TypedTexts = { ...saved, about: typedOn(stored('about'), saved['about'], { text: 'second' }) }
    const left = withoutSaved(since, saved)
    expect(Object.keys(left)).toEqual(['about'])
    expect(clashOf(left['about'], stored('about', { text: 'first' }))).toBeNull()
  })

  it('comes back from storage whole or not at all', () => {
    expect(typedFrom(JSON.parse(JSON.stringify({ es: { name } })))).toEqual({ es: { name } })
    expect(typedFrom({ es: { name: 'x' } })).toEqual({})
    expect(typedFrom(null)).toEqual({})
  })
})
