import { t } from '../../core/i18n/language.ts'
import type { Block, Inline } from './rich-text.ts'
import { readRichText, writeRichText } from './rich-text.ts'

/** A question and its answer as they are typed: plain words, an empty line between the paragraphs of an answer or none. */
export interface Question {
  readonly question: string
  readonly answer: string
}

const level = 3

/** The words of a line. Null if it has emphasis or links, which typed words cannot show. */
function wordsOf(content: readonly Inline[]): string | null {
  return content.every((part) => part.kind === 'text' && Object.keys(part).length === 2)
    ? content.map((part) => (part.kind === 'text' ? part.text : '')).join('')
    : null
}

/** The questions of a rich text, in order. Null if it has what typed words cannot show: lists, links, anything before a first question. */
export function questionsOf(html: string): Question[] | null {
  const blocks = readRichText(html)
  if (blocks === null) return null
  const questions: Question[] = []
  for (const block of blocks) {
    const words = block.kind === 'heading' || block.kind === 'paragraph' ? wordsOf(block.content) : null
    const last = questions.at(-1)
    if (words === null) return null
    if (block.kind === 'heading') questions.push({ question: words, answer: '' })
    else if (last === undefined) return null
    else questions[questions.length - 1] = { ...last, answer: last.answer === '' ? words : `${last.answer}\n${words}` }
  }
  return questions
}

const lineOf = (text: string): readonly Inline[] => [{ kind: 'text', text }]
const nothing = `<h${level}></h${level}>`

/**
 * Questions as rich text: a paragraph for each line of an answer. Those without any words are left out; an answer without a
 * question has an empty heading, which is refused when it is saved.
 */
export function htmlOfQuestions(questions: readonly Question[]): string {
  return questions
    .map(({ question, answer }) => {
      const heading = writeRichText([{ kind: 'heading', level, content: lineOf(question) }])
      const lines = answer.split('\n').map((line): Block => ({ kind: 'paragraph', content: lineOf(line) }))
      const paragraphs = writeRichText(lines)
      return heading === '' && paragraphs !== '' ? nothing + paragraphs : heading + paragraphs
    })
    .join('')
}

/**
 * What is wrong with a text of questions, as a sentence; null if each has its answer, and each answer its question.
 *
 * @param given - as it came, in which an empty heading can still be seen
 * @param kept - as it would be stored
 */
export function questionsProblem(given: string, kept: string): string | null {
  const blocks = readRichText(kept) ?? []
  const isHeading = (block: Block | undefined) => block?.kind === 'heading'
  if (given.includes(nothing) || (blocks.length > 0 && !isHeading(blocks[0])))
    return t('Every answer needs a question.')
  const isAnswered = blocks.every((block, at) => {
    const next = blocks[at + 1]
    return !isHeading(block) || (next !== undefined && !isHeading(next))
  })
  return isAnswered ? null : t('Answer every question.')
}
