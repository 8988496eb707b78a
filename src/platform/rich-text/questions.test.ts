import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { htmlOfQuestions, questionsOf, questionsProblem } from './questions.ts'
import { sanitise } from './sanitise.server.ts'

const typed = [
  { question: 'Do I have to print my ticket?', answer: 'No. Show it on your phone.' },
  { question: 'A & B <or> "C"?', answer: 'First line.\nSecond line.' },
]

describe('questions and answers as rich text', () => {
  it('are headings and paragraphs, and are read back as they were typed', () => {
    const html = htmlOfQuestions(typed)
    expect(html).toBe(
      '<h3>Do I have to print my ticket?</h3><p>No. Show it on your phone.</p><h3>A &amp; B &lt;or&gt; &quot;C&quot;?</h3><p>First line.</p><p>Second line.</p>',
    )
    expect(questionsOf(html)).toEqual(typed)
    expect(questionsProblem(html, sanitise(html))).toBeNull()
  })

  it('are stored letter by letter as they are written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ question: fc.string({ minLength: 1 }), answer: fc.string({ minLength: 1 }) })),
        (questions) => {
          const html = htmlOfQuestions(questions)
          const kept = sanitise(html)
          fc.pre(!html.includes('<h3></h3>'))
          expect(questionsOf(kept)).not.toBeNull()
          expect(htmlOfQuestions(questionsOf(kept) ?? [])).toBe(kept)
        },
      ),
    )
  })

  it.each([
    ['a list in an answer', '<h3>What?</h3><ul><li><p>This</p></li></ul>'],
    ['emphasis', '<h3>What?</h3><p>This <strong>one</strong></p>'],
    ['a link', '<h3>What?</h3><p><a href="https://example.com">This</a></p>'],
    ['words before the first question', '<p>Hello</p>'],
  ])('are left to the editor of rich text where they have %s', (_, html) => {
    expect(sanitise(html)).toBe(html)
    expect(questionsOf(html)).toBeNull()
  })

  it.each([
    ['an answer without a question', htmlOfQuestions([...typed, { question: ' ', answer: 'Because.' }]), 'question'],
    ['a question without an answer', htmlOfQuestions([{ question: 'Why?', answer: '' }, ...typed]), 'answer'],
    ['a last question without an answer', htmlOfQuestions([...typed, { question: 'Why?', answer: '' }]), 'answer'],
    ['words before the first question', '<p>Hello</p>', 'question'],
  ])('are refused with %s', (_, html, lacking) => {
    expect(questionsProblem(html, sanitise(html))).toBe(
      lacking === 'answer' ? 'Answer every question.' : 'Every answer needs a question.',
    )
  })

  it('that say nothing are nothing', () => {
    expect(htmlOfQuestions([{ question: '', answer: '' }])).toBe('')
    expect(questionsOf('')).toEqual([])
    expect(questionsProblem('', '')).toBeNull()
  })
})
