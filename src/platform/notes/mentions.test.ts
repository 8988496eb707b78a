import { describe, expect, it } from 'vitest'
import { mentionAt, mentionedIn } from './mentions.ts'

const people = ['Ana', 'Ana López', 'Seán O’Brien', 'J. (Jay) Li'].map((name, id) => ({ id, name }))
const named = (body: string) => mentionedIn(body, people).map(({ name }) => name)

describe('a mention', () => {
  it.each([
    ['Ask @Ana about it', ['Ana']],
    ['Ask @Ana López about it', ['Ana López']],
    ['@ana lópez, @Ana: look', ['Ana', 'Ana López']],
    ['@Seán O’Brien.', ['Seán O’Brien']],
    ['@J. (Jay) Li?', ['J. (Jay) Li']],
    ['Write to info@ana.example', []],
    ['@Anastasia', []],
    ['no sign', []],
  ])('in %j is of %j', (body, names) => expect(named(body)).toEqual(names))

  it.each([
    ['Ask @', 5, { start: 4, typed: '' }],
    ['Ask @Ana L', 10, { start: 4, typed: 'Ana L' }],
    ['Ask @Ana Lopez now', 18, null],
    ['info@ana', 8, null],
    ['@a b', 2, { start: 0, typed: 'a' }],
  ])('is being typed in %j at %i: %j', (text, caret, found) => expect(mentionAt(text, caret)).toEqual(found))
})
