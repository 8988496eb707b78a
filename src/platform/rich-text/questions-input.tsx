import { useState } from 'react'
import { msg, t } from '../../core/i18n/language.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import { longText, rows, text } from '../../core/resource/fields.ts'
import type { InputProps } from '../../ui/resource/input-props.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { RowsInput } from '../../ui/resource/rows-input.tsx'
import type { Question } from './questions.ts'
import { htmlOfQuestions, questionsOf } from './questions.ts'
import { RichTextWithImages } from './rich-text-with-images.tsx'

const pair = {
  question: text({ required: true, max: 200, label: msg('Question') }),
  answer: longText({ required: true, max: 1_000, label: msg('Answer') }),
}

const isQuestion = (row: unknown): row is Partial<Record<keyof Question, string | null>> =>
  typeof row === 'object' && row !== null

/**
 * Rich text of questions and answers, typed as such. One with lists, links or images in its answers is edited as the rich text
 * that it is, so that nothing of it is lost.
 */
export function QuestionsInput({ field, ...props }: InputProps & { readonly field: AnyField }) {
  const value = typeof props.value === 'string' ? props.value : ''
  const [typed, setTyped] = useState(() => ({ html: value, questions: questionsOf(value) }))
  // Discarding, restoring and merging set the value from outside.
  if (value !== typed.html) setTyped({ html: value, questions: questionsOf(value) })
  if (typed.questions === null) return <RichTextWithImages field={field} {...props} />
  const change = (given: unknown) => {
    const questions = (Array.isArray(given) ? given : [])
      .filter(isQuestion)
      .map(({ question, answer }) => ({ question: question ?? '', answer: answer ?? '' }))
    const html = htmlOfQuestions(questions)
    setTyped({ html, questions })
    props.onChange(html === '' ? null : html)
  }
  return (
    <RowsInput
      {...props}
      field={rows(pair, {
        max: 40,
        ...(field.label && { label: field.label }),
        ...(field.help && { help: field.help }),
      })}
      value={typed.questions}
      onChange={change}
      inputOf={inputOf}
      addLabel={t('Add question')}
    />
  )
}
