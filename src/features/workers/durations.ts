import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'

/** `340 ms`, `4.2 s`, `3 min 20 s`, `2 h 5 min`. */
export function durationWords(milliseconds: number): string {
  if (milliseconds < 1_000) return t('{n} ms', { n: formatNumber(Math.round(milliseconds)) })
  const seconds = milliseconds / 1_000
  if (seconds < 10) return t('{n} s', { n: formatNumber(seconds, 1) })
  if (seconds < 60) return t('{n} s', { n: formatNumber(Math.round(seconds)) })
  const minutes = Math.floor(seconds / 60)
  const [spareSeconds, spareMinutes] = [Math.floor(seconds % 60), minutes % 60]
  if (minutes < 60)
    return spareSeconds === 0 ? t('{m} min', { m: minutes }) : t('{m} min {s} s', { m: minutes, s: spareSeconds })
  const h = formatNumber(Math.floor(minutes / 60))
  return spareMinutes === 0 ? t('{h} h', { h }) : t('{h} h {m} min', { h, m: spareMinutes })
}

/** How long something lasted, or has lasted until now; null before its start. */
export function lasted(from: string | null, until: string | null, now: Date = new Date()): number | null {
  return from === null ? null : Math.max(0, (until === null ? now.getTime() : Date.parse(until)) - Date.parse(from))
}
