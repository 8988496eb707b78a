import { describe, expect, it } from 'vitest'
import { factsWarning } from './text-facts.ts'

const spanish = (source: string, text: string) => factsWarning(source, text, 'en', 'es')
const german = (source: string, text: string) => factsWarning(source, text, 'en', 'de')

describe('facts that agree', () => {
  it.each([
    ['From 1,234.50 EUR', 'Desde 1.234,50 €'],
    ['1,234 visitors', '1.234 visitantes'],
    ['1,234 visitors', '1234 visitantes'],
    ['Save 20%', 'Ahorra un 20 %'],
    ['Save 20 percent', 'Ahorra un 20 por ciento'],
    ['Until December 31, 2026', 'Hasta el 31 de diciembre de 2026'],
    ['Until 12/31/2026', 'Hasta el 31/12/2026'],
    ['On 3 May', 'El 3 de mayo'],
    ['On 2026-05-03', 'El 3/5/26'],
    ['Doors open at 7:30 pm', 'Puertas a las 19:30'],
    ['Open 10 am to 6 pm', 'Abierto de 10:00 a 18:00'],
    ['Open 2–4 pm', 'Abierto de 14 a 16 h'],
    ['At 8 p.m.', 'A las 8 de la tarde'],
    ['3 museums in one day', 'Tres museos en un día'],
    ['Three museums', '3 museos'],
    ['A palace of the 18th century', 'Un palacio del siglo XVIII'],
    ['The 1st floor', 'La 1.ª planta'],
    ['You may pay $15.50', 'Puede pagar 15,50 dólares'],
    ['Rated 4.8', 'Valoración: 4,8'],
    ['<p>For <b>12</b> people</p>', '<p>Para <em>12</em> personas</p>'],
    ['See :::link|text=our 5 tours|element=sc-1-22:::', 'Vea :::link|text=nuestras 5 visitas|element=sc-1-22:::'],
    ['%1$d of {n2}', '{n2} de %1$d'],
    ['No numbers', 'Sin cifras'],
    ['Read https://example.com/2024/a', 'Lea https://example.es/2025/b'],
    ['10 000 steps', '10.000 pasos'],
  ])('in Spanish: %s', (source, text) => {
    expect(spanish(source, text)).toBeNull()
  })

  it.each([
    ['From 1,234.50 EUR', 'Ab 1.234,50 €'],
    ['Until December 31, 2026', 'Bis 31. Dezember 2026'],
    ['Until December 31, 2026', 'Bis 31.12.2026'],
    ['On 24 December', 'Am 24.12. geöffnet'],
    ['Doors open at 7:30 pm', 'Einlass 19.30 Uhr'],
    ['At 10 am', 'Um 10 Uhr'],
    ['Save 12.5%', 'Sparen Sie 12,5 Prozent'],
    ['2 adults', 'Zwei Erwachsene'],
    ['20 pounds', '20 £'],
    ['3 Jan 2027', '3. Januar 2027'],
  ])('in German: %s', (source, text) => {
    expect(german(source, text)).toBeNull()
  })
})

describe('facts that differ', () => {
  it('are named from both sides, as they are written', () => {
    expect(spanish('Save 20%', 'Ahorra un 25 %')).toBe(
      'The source has 20 %, which this doesn’t have. It has 25 %, which the source doesn’t have.',
    )
    expect(spanish('From 1,234.50 EUR', 'Desde 1.243,50 €')).toBe(
      'The source has 1,234.50 €, which this doesn’t have. It has 1.243,50 €, which the source doesn’t have.',
    )
    expect(spanish('Free for children below 12', 'Gratis para niños')).toBe(
      'The source has 12, which this doesn’t have.',
    )
    expect(spanish('Free for children', 'Gratis para menores de 12 años')).toBe(
      'It has 12, which the source doesn’t have.',
    )
  })

  it.each([
    ['another day', 'Until December 31, 2026', 'Hasta el 30 de diciembre de 2026'],
    ['another month', 'Until 3 May 2026', 'Hasta el 3 de junio de 2026'],
    ['another year', 'Season 2026', 'Temporada 2025'],
    ['another currency', 'From 20 EUR', 'Desde 20 dólares'],
    ['an amount for a share', '20% off', '20 € de descuento'],
    ['another hour', 'At 7 pm', 'A las 7:00'],
    ['the mark of English left in Spanish', '1,234 visitors', '1,234 visitantes'],
    ['a decimal lost', 'Rated 4.8', 'Valoración: 48'],
  ])('such as %s', (_, source, text) => {
    expect(spanish(source, text)).not.toBeNull()
  })

  it.each([
    ['Until December 31, 2026', 'Bis 31.11.2026'],
    ['From 1,500 EUR', 'Ab 1,500 €'],
    ['At 7:30 pm', 'Um 7.30 Uhr'],
    ['2 adults', 'Drei Erwachsene'],
  ])('in German: %s, %s', (source, text) => {
    expect(german(source, text)).not.toBeNull()
  })
})
