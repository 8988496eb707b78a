import { keptFormats } from '../../../core/i18n/kept-formats.ts'
import { instantOf } from '../../../core/zoned-time.ts'

export const changeKinds = ['moved', 'postponed', 'cancelled'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Placeholders that a message can use, filled in for each purchase: `{event}`. */
export const noticeWords = ['name', 'event', 'venue', 'before', 'after', 'reason', 'reference'] as const
export type NoticeValues = Readonly<Record<(typeof noticeWords)[number], string>>

export interface NoticeText {
  readonly subject: string
  readonly text: string
}

/** Words for one language of customers. They are for customers, so they are no texts of the console. */
interface Phrases {
  readonly toBeAnnounced: string
  readonly toBeDecided: string
  readonly greeting: string
  readonly closing: string
  readonly kinds: Readonly<Record<ChangeKind, NoticeText>>
}

const languages: Readonly<Record<string, Phrases>> = {
  en: {
    toBeAnnounced: 'time to be announced',
    toBeDecided: 'a day still to be decided',
    greeting: 'Dear {name},',
    closing: 'Your purchase: {reference}',
    kinds: {
      moved: {
        subject: '{event}: new date or time',
        text: '{event} at {venue} has been moved.\n\nUntil now: {before}\nNow: {after}\n\nReason: {reason}\n\nYour tickets stay valid.',
      },
      postponed: {
        subject: '{event} is postponed',
        text: '{event} at {venue}, planned for {before}, is postponed to {after}.\n\nReason: {reason}\n\nYour tickets stay valid. We will write to you as soon as the new day is known.',
      },
      cancelled: {
        subject: '{event} is cancelled',
        text: '{event} at {venue} on {before} is cancelled.\n\nReason: {reason}\n\nWe will write to you about your money.',
      },
    },
  },
  es: {
    toBeAnnounced: 'hora por anunciar',
    toBeDecided: 'un día por decidir',
    greeting: 'Hola, {name}:',
    closing: 'Su compra: {reference}',
    kinds: {
      moved: {
        subject: '{event}: nueva fecha u hora',
        text: '{event} en {venue} cambia de fecha u hora.\n\nHasta ahora: {before}\nAhora: {after}\n\nMotivo: {reason}\n\nSus entradas siguen siendo válidas.',
      },
      postponed: {
        subject: '{event} se aplaza',
        text: '{event} en {venue}, previsto para el {before}, se aplaza a {after}.\n\nMotivo: {reason}\n\nSus entradas siguen siendo válidas. Le escribiremos en cuanto se conozca el nuevo día.',
      },
      cancelled: {
        subject: '{event} se cancela',
        text: '{event} en {venue}, el {before}, se cancela.\n\nMotivo: {reason}\n\nLe escribiremos sobre su dinero.',
      },
    },
  },
  fr: {
    toBeAnnounced: 'heure à annoncer',
    toBeDecided: 'une date encore à fixer',
    greeting: 'Bonjour {name},',
    closing: 'Votre achat : {reference}',
    kinds: {
      moved: {
        subject: '{event} : nouvelle date ou heure',
        text: '{event} à {venue} a été déplacé.\n\nJusqu’ici : {before}\nDésormais : {after}\n\nMotif : {reason}\n\nVos billets restent valables.',
      },
      postponed: {
        subject: '{event} est reporté',
        text: '{event} à {venue}, prévu le {before}, est reporté à {after}.\n\nMotif : {reason}\n\nVos billets restent valables. Nous vous écrirons dès que la nouvelle date sera connue.',
      },
      cancelled: {
        subject: '{event} est annulé',
        text: '{event} à {venue}, le {before}, est annulé.\n\nMotif : {reason}\n\nNous vous écrirons au sujet de votre argent.',
      },
    },
  },
  de: {
    toBeAnnounced: 'Uhrzeit wird noch bekannt gegeben',
    toBeDecided: 'einen noch offenen Tag',
    greeting: 'Guten Tag {name},',
    closing: 'Ihr Kauf: {reference}',
    kinds: {
      moved: {
        subject: '{event}: neuer Termin',
        text: '{event}, {venue}, wurde verlegt.\n\nBisher: {before}\nJetzt: {after}\n\nGrund: {reason}\n\nIhre Karten bleiben gültig.',
      },
      postponed: {
        subject: '{event} ist verschoben',
        text: '{event}, {venue}, geplant für {before}, ist auf {after} verschoben.\n\nGrund: {reason}\n\nIhre Karten bleiben gültig. Wir schreiben Ihnen, sobald der neue Tag feststeht.',
      },
      cancelled: {
        subject: '{event} ist abgesagt',
        text: '{event}, {venue}, am {before}, ist abgesagt.\n\nGrund: {reason}\n\nWegen Ihres Geldes schreiben wir Ihnen noch.',
      },
    },
  },
  it: {
    toBeAnnounced: 'orario da annunciare',
    toBeDecided: 'un giorno ancora da decidere',
    greeting: 'Gentile {name},',
    closing: 'Il tuo acquisto: {reference}',
    kinds: {
      moved: {
        subject: '{event}: nuova data o nuovo orario',
        text: '{event}, {venue}, è stato spostato.\n\nFinora: {before}\nOra: {after}\n\nMotivo: {reason}\n\nI tuoi biglietti restano validi.',
      },
      postponed: {
        subject: '{event} è rinviato',
        text: '{event}, {venue}, previsto per {before}, è rinviato a {after}.\n\nMotivo: {reason}\n\nI tuoi biglietti restano validi. Ti scriveremo appena si conoscerà il nuovo giorno.',
      },
      cancelled: {
        subject: '{event} è annullato',
        text: '{event}, {venue}, {before}, è annullato.\n\nMotivo: {reason}\n\nTi scriveremo per il tuo denaro.',
      },
    },
  },
  pt: {
    toBeAnnounced: 'hora a anunciar',
    toBeDecided: 'um dia ainda por decidir',
    greeting: 'Olá, {name}:',
    closing: 'A sua compra: {reference}',
    kinds: {
      moved: {
        subject: '{event}: nova data ou hora',
        text: '{event}, {venue}, mudou de data ou de hora.\n\nAté agora: {before}\nAgora: {after}\n\nMotivo: {reason}\n\nOs seus bilhetes continuam válidos.',
      },
      postponed: {
        subject: '{event} é adiado',
        text: '{event}, {venue}, previsto para {before}, é adiado para {after}.\n\nMotivo: {reason}\n\nOs seus bilhetes continuam válidos. Escreveremos assim que se souber o novo dia.',
      },
      cancelled: {
        subject: '{event} é cancelado',
        text: '{event}, {venue}, {before}, é cancelado.\n\nMotivo: {reason}\n\nEscreveremos sobre o seu dinheiro.',
      },
    },
  },
}

const english = languages['en']
const phrasesOf = (locale: string): Phrases | undefined =>
  languages[locale.toLowerCase().split('-')[0] ?? ''] ?? english

/** Whether there is a template in the language. Otherwise the English one is used. */
export function hasTemplate(locale: string): boolean {
  return Object.hasOwn(languages, locale.toLowerCase().split('-')[0] ?? '')
}

/** The template of a message, for customers who read in a language. */
export function templateOf(locale: string, kind: ChangeKind): NoticeText {
  const phrases = phrasesOf(locale)
  if (!phrases) throw new Error('There is an English template.')
  const { subject, text } = phrases.kinds[kind]
  return { subject, text: [phrases.greeting, text, phrases.closing].join('\n\n') }
}

/** The locale that dates are written in. An unknown language must not keep the other messages from being sent. */
function spokenIn(locale: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale === 'en' ? 'en-GB' : locale)[0] ?? 'en-GB'
  } catch {
    return 'en-GB'
  }
}

const longDays = keptFormats(
  (spoken) =>
    new Intl.DateTimeFormat(spoken, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }),
)
const zoneNames = keptFormats(
  (spoken, timeZone) => new Intl.DateTimeFormat(spoken, { timeZone, timeZoneName: 'short' }),
)

/** A day as a customer reads it, of what is open all day: `Sunday 1 June 2098`. */
export const dayFor = (locale: string, localDate: string) =>
  longDays(spokenIn(locale)).format(new Date(`${localDate}T00:00:00Z`))

/** A start in the venue's time zone, as a customer reads it: `Sunday 1 June 2098, 20:00 CEST`. */
export function startFor(
  locale: string,
  { localDate, localTime }: { readonly localDate: string; readonly localTime: string | null },
  zone: string,
): string {
  const spoken = spokenIn(locale)
  const day = dayFor(locale, localDate)
  if (localTime === null) return `${day}, ${phrasesOf(locale)?.toBeAnnounced ?? ''}`
  const { instant } = instantOf(`${localDate}T${localTime}`, zone)
  const name = zoneNames(spoken, zone)
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value
  return `${day}, ${localTime} ${name ?? zone}`
}

export function dayToBeDecided(locale: string): string {
  return phrasesOf(locale)?.toBeDecided ?? ''
}

/** Unknown placeholders in braces. */
export function unknownWords({ subject, text }: NoticeText): readonly string[] {
  const known: ReadonlySet<string> = new Set(noticeWords.map((word) => `{${word}}`))
  return [...new Set(`${subject}\n${text}`.match(/\{[^{}\n]*\}|[{}]/g) ?? [])].filter((word) => !known.has(word))
}

/** A message with its placeholders filled in. Filled-in values are not parsed again. */
export function filledIn(text: string, values: NoticeValues): string {
  return text.replace(/\{([a-z]+)\}/g, (whole, word: string) => {
    const known = noticeWords.find((one) => one === word)
    // Braces mark a secret in outgoing messages, and no name has any.
    return known === undefined ? whole : values[known].replaceAll(/[{}]/g, '')
  })
}
