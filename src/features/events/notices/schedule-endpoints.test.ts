import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { reschedulePerformance } from './schedule.endpoints.ts'

const input = reschedulePerformance.input ?? z.never()
const isTaken = (localDate: string) => z.safeParse(input, { localDate, localTime: '20:00' }).success

describe('the day of a start', () => {
  it.each([
    ['1899-12-31', false],
    ['1900-01-01', true],
    ['2199-12-31', true],
    ['2200-01-01', false],
    ['2026-02-30', false],
  ])('on %s is taken: %s', (day, expected) => {
    expect(isTaken(day)).toBe(expected)
  })
})
