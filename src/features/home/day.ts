import { instantOf, localOf } from '../../core/zoned-time.ts'

/** The day that figures cover: midnight to midnight in one time zone. */
export interface Day {
  readonly zone: string
  readonly date: string
  readonly from: string
  readonly to: string
  readonly now: string
}

/** A calendar day some days later, or earlier. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

const midnight = (date: string, zone: string) => instantOf(`${date}T00:00`, zone).instant

/** The day that an instant falls on in a time zone. */
export function dayOf(now: Date, zone: string): Day {
  const date = localOf(now, zone).slice(0, 10)
  return { zone, date, now: now.toISOString(), from: midnight(date, zone), to: midnight(addDays(date, 1), zone) }
}

/** The same weekday a week earlier, up to the same time on the clock: what a day that is not over compares with. */
export function weekBefore({ zone, date, now }: Day): { readonly from: string; readonly to: string } {
  const earlier = addDays(date, -7)
  return { from: midnight(earlier, zone), to: instantOf(`${earlier}T${localOf(now, zone).slice(11)}`, zone).instant }
}

/** The first moment of a day some days before this one. */
export function startOfDaysBefore({ zone, date }: Day, days: number): string {
  return midnight(addDays(date, -days), zone)
}
