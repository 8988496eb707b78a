import { expect, test } from 'vitest'
import { linesOfRichText, plainOfRichText } from './rich-text-plain.ts'

const html =
  '<h2>Food &amp; drink</h2><p>Eat in <strong>Rome</strong>:<br>:::link|text=Trastevere|element=c4:::</p><ul><li><p>Pasta</p></li><li><p>Wine</p></li></ul>'

test('a list reads a stored text on one line, links by their words', () => {
  expect(plainOfRichText(html)).toBe('Food & drink Eat in Rome: Trastevere Pasta Wine')
})

test('who translates reads it by the line, with the links that have to stay', () => {
  expect(linesOfRichText(html)).toBe('Food & drink\nEat in Rome:\n:::link|text=Trastevere|element=c4:::\nPasta\nWine')
})
