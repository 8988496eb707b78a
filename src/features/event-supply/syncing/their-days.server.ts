/** The day that a provider's text begins with, as YYYY-MM-DD; null where it names none of the calendar, such as 31 February or a day of year 0. */
export function dayIn(text: string | null): string | null {
  const day = text?.slice(0, 10) ?? ''
  const moment = /^(?!0000)\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  // The 31st of February is read as a day of March.
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(day) ? day : null
}
