/**
 * The form of VAT ids of the EU and its neighbours, by their first two letters; others only need letters, digits and a
 * length. That the id exists, only its own country can say (VIES).
 */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U[0-9]{8}$/,
  BE: /^[01][0-9]{9}$/,
  BG: /^[0-9]{9,10}$/,
  CY: /^[0-9]{8}[A-Z]$/,
  CZ: /^[0-9]{8,10}$/,
  DE: /^[0-9]{9}$/,
  DK: /^[0-9]{8}$/,
  EE: /^[0-9]{9}$/,
  EL: /^[0-9]{9}$/,
  ES: /^(?:[A-Z][0-9]{7}[0-9A-Z]|[0-9]{8}[A-Z])$/,
  FI: /^[0-9]{8}$/,
  FR: /^[0-9A-HJ-NP-Z]{2}[0-9]{9}$/,
  GB: /^(?:[0-9]{9}|[0-9]{12}|GD[0-9]{3}|HA[0-9]{3})$/,
  HR: /^[0-9]{11}$/,
  HU: /^[0-9]{8}$/,
  IE: /^(?:[0-9]{7}[A-W][A-I]?|[0-9][A-Z+*][0-9]{5}[A-W])$/,
  IT: /^[0-9]{11}$/,
  LT: /^(?:[0-9]{9}|[0-9]{12})$/,
  LU: /^[0-9]{8}$/,
  LV: /^[0-9]{11}$/,
  MT: /^[0-9]{8}$/,
  NL: /^[0-9]{9}B[0-9]{2}$/,
  PL: /^[0-9]{10}$/,
  PT: /^[0-9]{9}$/,
  RO: /^[0-9]{2,10}$/,
  SE: /^[0-9]{10}01$/,
  SI: /^[0-9]{8}$/,
  SK: /^[0-9]{10}$/,
}

/** Whether a text has the form of a tax id. Blanks, dots and hyphens in it are how people group it. */
export function isTaxId(text: string): boolean {
  const id = compactTaxId(text)
  if (!/^[A-Z0-9+*]{4,20}$/.test(id)) return false
  const form = forms[id.slice(0, 2)]
  return form === undefined || form.test(id.slice(2))
}

/** As it is stored: `ESB12345678` of `es b-1234567.8`. */
export function compactTaxId(text: string): string {
  return text.toUpperCase().replaceAll(/[\s.-]/g, '')
}

/** A tax id with the letters of its country, or null where it is none that VAT is declared under. */
export function vatIdOf(text: string, country: string): string | null {
  const id = compactTaxId(text)
  const isVatId = (one: string) => forms[one.slice(0, 2)]?.test(one.slice(2)) === true
  if (isVatId(id)) return id
  const full = `${country === 'GR' ? 'EL' : country}${id}`
  return isVatId(full) ? full : null
}
