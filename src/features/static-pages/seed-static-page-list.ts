import { agreementPages } from './seed-agreement-list.ts'
import type { DemoPage } from './seed-page-texts.ts'

/** A link to a city of that English name, in the words of the text. */
export type CityLink = (name: string, words?: string) => string

// One paragraph, heading (`#`) or entry of a list (`-`) a line.

/** Rules of the site, beside what buyers agree to. */
const legalPages: readonly DemoPage[] = [
  {
    key: 'cookies',
    template: 'legal',
    publication: 'published',
    esStatus: 'outdated',
    seo: 'The cookies of this site, what each is for and how long it stays.',
    en: {
      title: 'Cookie policy',
      path: 'cookies',
      lines: [
        'Only cookies that the site needs are set before you agree to others.',
        '# Needed',
        '- session: keeps you signed in, until you close the browser',
        '- consent: what you agreed to, six months',
        '# By your leave',
        '- visits: how pages are found, thirteen months',
      ],
    },
    es: {
      title: 'Política de cookies',
      path: 'politica-de-cookies',
      lines: [
        'Solo se ponen las cookies que el sitio necesita hasta que acepte otras.',
        '# Necesarias',
        '- session: mantiene la sesión hasta que cierra el navegador',
        '# Con su permiso',
        '- visits: cómo se encuentran las páginas, trece meses',
      ],
    },
    versions: [{ days: 640, without: [3], note: 'First version' }],
  },
  {
    key: 'seller-terms',
    template: 'legal',
    publication: 'in_review',
    robots: 'noindex',
    es: null,
    en: {
      title: 'Terms for sellers',
      path: 'sellers/terms',
      lines: [
        'These terms apply to everyone who sells tickets to events through us.',
        '# 1. What may be sold',
        'Tickets that the seller holds, or is sure to hold before the event.',
        '# 2. When it is paid',
        'Seven days after the event, less our share.',
      ],
    },
    versions: [{ days: -30, without: [], note: 'First version, from the opening of the marketplace on' }],
  },
]

/** What people ask before and after they buy. */
const guidePages: readonly DemoPage[] = [
  {
    key: 'cancellations',
    template: 'questions',
    publication: 'published',
    seo: 'When you get your money back, how much, and how long it takes.',
    en: {
      title: 'Cancellations and refunds',
      path: 'guides/cancellations',
      lines: [
        '# Until when may I cancel?',
        'Until the moment on your voucher. After it nothing comes back.',
        '# How long does a refund take?',
        'We send it the same day; banks take up to {days} working days.',
        '# The show was cancelled',
        'You need not do anything: everything comes back by itself.',
        'Most of our cancellations are in :::link|text=London theatre|element=special-londonTheatre::: during strikes.',
      ],
    },
    es: {
      title: 'Cancelaciones y reembolsos',
      path: 'guias/cancelaciones',
      lines: [
        '# ¿Hasta cuándo puedo cancelar?',
        'Hasta el momento que indica el bono. Después no se devuelve nada.',
        '# ¿Cuánto tarda un reembolso?',
        'Lo enviamos el mismo día; los bancos tardan hasta {days} días laborables.',
        '# Se ha cancelado el espectáculo',
        'No tiene que hacer nada: todo vuelve solo.',
        'La mayoría de nuestras cancelaciones son en el :::link|text=teatro de Londres|element=special-londonTheatre::: durante las huelgas.',
      ],
    },
  },
  {
    key: 'first-visit',
    template: 'questions',
    publication: 'published',
    esStatus: 'machine',
    en: {
      title: 'How it works',
      path: 'guides/first-visit',
      lines: [
        '# Do I have to print anything?',
        'No. Your telephone is your ticket wherever the voucher does not say otherwise.',
        '# Where do I go?',
        'To the meeting point on the voucher, fifteen minutes before it begins.',
        'Old offers of :::link|text=the river cruise|element=pr-999999999::: are on sale no more.',
      ],
    },
    es: {
      title: 'Cómo funciona',
      path: 'guias/primera-visita',
      lines: [
        '# ¿Tengo que imprimir algo?',
        'No. Su teléfono es su entrada si el bono no dice otra cosa.',
        '# ¿Adónde voy?',
        'Al punto de encuentro del bono, quince minutos antes de que empiece.',
        'Las ofertas antiguas de :::link|text=el crucero por el río|element=pr-999999999::: ya no se venden.',
      ],
    },
  },
  {
    key: 'accessibility',
    template: 'standard',
    publication: 'published',
    en: {
      title: 'Accessibility',
      path: 'accessibility',
      lines: [
        'Everything here can be done with a keyboard and read by a screen reader.',
        '# Places without steps',
        'Each page says whether there are steps, a lift and a lavatory for wheelchairs.',
        'Tell us where that is wrong.',
      ],
    },
    es: {
      title: 'Accesibilidad',
      path: 'accesibilidad',
      lines: [
        'Aquí todo se puede hacer con el teclado y leer con un lector de pantalla.',
        '# Lugares sin escalones',
        'Cada página dice si hay escalones, ascensor y aseo adaptado.',
        'Díganos dónde no es así.',
      ],
    },
  },
]

const companyPages = (city: CityLink): readonly DemoPage[] => [
  {
    key: 'contact',
    template: 'contact',
    publication: 'published',
    seo: 'How to reach us by mail, telephone and chat, every day.',
    en: {
      title: 'Contact',
      path: 'contact',
      lines: [
        'We answer every day from 8:00 to 22:00, in English and Spanish.',
        '- By mail: help@example.com',
        '- By telephone: +34 910 000 000',
        'Have the reference of your purchase at hand: eight letters and digits.',
        `Looking for something to do instead? Begin in ${city('Barcelona')} or go back to the :::link|text=home page|element=homepage:::.`,
      ],
    },
    es: {
      title: 'Contacto',
      path: 'contacto',
      lines: [
        'Contestamos todos los días de 8:00 a 22:00, en inglés y español.',
        '- Por correo: help@example.com',
        '- Por teléfono: +34 910 000 000',
        'Tenga a mano la referencia de su compra: ocho letras y cifras.',
        `¿Busca algo que hacer? Empiece por ${city('Barcelona')} o vuelva a la :::link|text=portada|element=homepage:::.`,
      ],
    },
  },
  {
    key: 'about',
    template: 'standard',
    publication: 'published',
    esStatus: 'in_review',
    seo: 'Who we are and how we choose what we sell.',
    en: {
      title: 'About us',
      path: 'about',
      lines: [
        'We sell tickets for what people travel for, from a match to a museum.',
        '# How we choose',
        'One of us has been to everything on the first page of a city.',
        `Our editors live in ${city('Madrid')}, ${city('London')} and ${city('New York')}.`,
      ],
    },
    es: {
      title: 'Quiénes somos',
      path: 'quienes-somos',
      lines: [
        'Vendemos entradas para aquello por lo que se viaja, de un partido a un museo.',
        '# Cómo elegimos',
        'Alguien de nosotros ha estado en todo lo que sale en la primera página de una ciudad.',
        `Nuestros redactores viven en ${city('Madrid')}, ${city('London', 'Londres')} y ${city('New York', 'Nueva York')}.`,
      ],
    },
  },
  {
    key: 'careers',
    template: 'standard',
    publication: 'draft',
    es: null,
    en: {
      title: 'Work with us',
      path: 'careers',
      lines: ['We look for people who know a city better than its guide books.'],
    },
  },
]

const campaignPages = (city: CityLink): readonly DemoPage[] => [
  {
    key: 'winter-sale',
    template: 'landing',
    publication: 'draft',
    publishInDays: 9,
    robots: 'noindex',
    esStatus: 'draft',
    en: {
      title: 'Winter sale',
      path: 'winter-sale',
      lines: [
        'Shows and museums for less, until the last day of January.',
        `- ${city('Madrid')}`,
        `- ${city('Barcelona')}`,
        `- ${city('London')}`,
      ],
    },
    es: {
      title: 'Rebajas de invierno',
      path: 'rebajas-de-invierno',
      lines: [
        'Espectáculos y museos por menos, hasta el último día de enero.',
        `- ${city('Madrid')}`,
        `- ${city('Barcelona')}`,
        `- ${city('London', 'Londres')}`,
      ],
    },
  },
  {
    key: 'gift-cards',
    template: 'landing',
    publication: 'unpublished',
    en: {
      title: 'Gift cards',
      path: 'gift-cards',
      lines: ['A ticket that somebody else chooses: from {amount} on, for two years.'],
    },
    es: {
      title: 'Tarjetas de regalo',
      path: 'tarjetas-de-regalo',
      lines: ['Una entrada que elige otra persona: desde {amount}, durante dos años.'],
    },
  },
]

export const demoPages = (city: CityLink): readonly DemoPage[] => [
  ...agreementPages,
  ...legalPages,
  ...guidePages,
  ...companyPages(city),
  ...campaignPages(city),
]
