import { afterEach, describe, expect, it, vi } from 'vitest'
import { speaking } from '../http/language.server.ts'
import { addLanguage } from '../i18n/language.ts'
import { gadgets, makers } from '../testing/sample-resources.ts'
import { listQuestions } from './list-questions.server.ts'

const lookup = () => makers
const questions = () => listQuestions({ resource: gadgets }, lookup, 'Europe/Madrid')
const everything = { seesPersonal: true }
const today = { filter: '{"testedAt":{"during":"today"}}' }

describe('the questions of a list', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are read once while they come again', () => {
    const question = questions()
    expect(question({ q: 'lamp' }, everything)).toBe(question({ q: 'lamp' }, everything))
  })

  it('are others where something else is asked, or someone else asks', () => {
    addLanguage('es', {})
    const question = questions()
    const asked = [
      question({ q: 'lamp' }, everything),
      question({ q: 'Lamp' }, everything),
      question({ q: 'lamp', range: '[0,9]' }, everything),
      question({ q: 'lamp' }, { seesPersonal: false }),
      speaking('es', () => question({ q: 'lamp' }, everything)),
    ]
    expect(new Set(asked).size).toBe(asked.length)
  })

  it('mean the day on which they are asked', () => {
    vi.useFakeTimers({ now: new Date('2026-06-10T21:59:59Z') })
    const question = questions()
    const before = question(today, everything)
    vi.setSystemTime(new Date('2026-06-10T22:00:00Z'))
    const after = question(today, everything)
    expect(before.query.parameters).toContain('2026-06-09T22:00:00.000Z')
    expect(after.query.parameters).toContain('2026-06-10T22:00:00.000Z')
  })

  it('are refused each time they cannot be read', () => {
    const question = questions()
    for (let time = 0; time < 2; time++) expect(() => question({ page: '1' }, everything)).toThrow('page')
  })

  it('are forgotten after forty others, and when they are very long', () => {
    const question = questions()
    const first = question({ q: 'first' }, everything)
    for (let n = 0; n < 39; n++) question({ q: `other ${n}` }, everything)
    expect(question({ q: 'first' }, everything)).toBe(first)
    for (let n = 0; n < 40; n++) question({ q: `another ${n}` }, everything)
    expect(question({ q: 'first' }, everything)).not.toBe(first)
    const many = { filter: JSON.stringify({ id: Array.from({ length: 600 }, (_, n) => n + 1) }) }
    expect(question(many, everything)).not.toBe(question(many, everything))
  })
})
