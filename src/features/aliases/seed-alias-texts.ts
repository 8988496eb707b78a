import { htmlOfQuestions } from '../../platform/rich-text/questions.ts'
/** The texts of a demo page, in one language. */
export interface AliasWords {
  readonly title: string
  readonly heading: string
  readonly shortText: string
  readonly longText: string
  readonly highlights: string
  readonly inclusions: string
  readonly exclusions: string
  readonly seoTitle: string
  readonly seoDescription: string
  readonly faq: string
}

/** The subject: one sight, or one kind of activity in a city. */
export interface AliasSubject {
  readonly kind: 'sight' | 'section'
  /** The sight, or the kind of thing. */
  readonly name: string
  readonly city: string
  /** Marker elements for the pages that the text links to. */
  readonly links: readonly (readonly [text: string, element: string])[]
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const paragraph = (text: string) => `<p>${escaped(text)}</p>`
const bullets = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${paragraph(item)}</li>`).join('')}</ul>`
const markers = (links: AliasSubject['links']) =>
  links.map(([text, element]) => `:::link|text=${text}|element=${element}:::`).join(', ')

export function englishWords({ kind, name, city, links }: AliasSubject): AliasWords {
  const isSight = kind === 'sight'
  const title = isSight ? `${name}: tickets and tours` : `${name} in ${city}`
  return {
    title,
    heading: isSight ? `Visit ${name} in ${city}` : title,
    shortText: isSight
      ? `Tickets and guided visits to ${name}, with the time you choose and your ticket on your phone.`
      : `${name} in ${city} from suppliers whom we know, with prices side by side and instant confirmation on most of them.`,
    longText: [
      isSight ? `<h2>${escaped(`Why ${name}`)}</h2>` : `<h2>${escaped(`How to choose in ${city}`)}</h2>`,
      paragraph(
        isSight
          ? `${name} is what most people come to ${city} for, and the queue shows it. With a ticket for a set time one walks past it; with a guide one understands what one sees.`
          : `We compare what suppliers in ${city} offer every day, leave out what travellers did not like, and show the best of what is left.`,
      ),
      paragraph(
        `In the morning there are fewer people and the light is better. Allow two hours, and a little more with children. More to do: ${markers(links)}.`,
      ),
    ].join(''),
    highlights: bullets(
      isSight
        ? ['Entry at the time you choose', 'No printed ticket needed', 'Guides in several languages']
        : ['Small groups', 'Free cancellation on most dates', 'Reviewed by travellers'],
    ),
    inclusions: bullets(
      isSight
        ? ['Entry ticket', 'Guide, where the option says so']
        : ['Everything that the chosen option names', 'All taxes and fees'],
    ),
    exclusions: bullets(['Food and drinks', 'Transport from the hotel']),
    seoTitle: `${title} | Prices and times`.slice(0, 70),
    seoDescription:
      `Book ${isSight ? `${name} in ${city}` : `${name.toLowerCase()} in ${city}`}: compare prices, read reviews and cancel free of charge on most dates.`.slice(
        0,
        160,
      ),
    faq: htmlOfQuestions([
      { question: 'Do I have to print my ticket?', answer: 'No. Show it on your phone at the entrance.' },
      {
        question: 'Can I change the date?',
        answer: 'Until the cancellation deadline, free of charge, as long as there are places.',
      },
    ]),
  }
}

export function spanishWords({ kind, name, city, links }: AliasSubject): AliasWords {
  const isSight = kind === 'sight'
  const title = isSight ? `${name}: entradas y visitas` : `${name} en ${city}`
  return {
    title,
    heading: isSight ? `Visita ${name} en ${city}` : title,
    shortText: isSight
      ? `Entradas y visitas guiadas a ${name}, a la hora que elija y con la entrada en su móvil.`
      : `${name} en ${city} con proveedores que conocemos, precios comparados y, casi siempre, confirmación al momento.`,
    longText: [
      isSight ? `<h2>${escaped(`Por qué ${name}`)}</h2>` : `<h2>${escaped(`Cómo elegir en ${city}`)}</h2>`,
      paragraph(
        isSight
          ? `${name} es lo que casi todo el mundo viene a ver a ${city}, y se nota en la cola. Con una entrada con hora se pasa de largo; con guía se entiende lo que se ve.`
          : `Comparamos cada día lo que ofrecen los proveedores de ${city}, descartamos lo que no gustó a los viajeros y mostramos lo mejor del resto.`,
      ),
      paragraph(
        `Por la mañana hay menos gente y mejor luz. Cuenta con dos horas, y algo más con niños. Más planes: ${markers(links)}.`,
      ),
    ].join(''),
    highlights: bullets(
      isSight
        ? ['Entrada a la hora que elija', 'Sin imprimir nada', 'Guías en varios idiomas']
        : ['Grupos reducidos', 'Cancelación gratuita casi siempre', 'Con opiniones de viajeros'],
    ),
    inclusions: bullets(
      isSight
        ? ['Entrada', 'Guía, si la opción lo indica']
        : ['Todo lo que indica la opción elegida', 'Impuestos y tasas'],
    ),
    exclusions: bullets(['Comida y bebida', 'Traslado desde el hotel']),
    seoTitle: `${title} | Precios y horarios`.slice(0, 70),
    seoDescription:
      `Reserva ${isSight ? `${name} en ${city}` : `${name.toLowerCase()} en ${city}`}: compara precios, lee opiniones y cancela gratis en casi todas las fechas.`.slice(
        0,
        160,
      ),
    faq: htmlOfQuestions([
      { question: '¿Tengo que imprimir la entrada?', answer: 'No. Enséñela en el móvil al entrar.' },
      {
        question: '¿Puedo cambiar la fecha?',
        answer: 'Hasta el límite de cancelación, sin coste, mientras queden plazas.',
      },
    ]),
  }
}
