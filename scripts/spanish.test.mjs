import { describe, expect, it } from 'vitest'
import { familiarFaults, familiarWords } from './spanish.mjs'

describe('a Spanish text', () => {
  it.each([
    ['Elige un rol.', 'Choose a role.', ['elige']],
    ['Supera tu límite.', '', ['tu']],
    ['No está activa. Prueba con menos palabras.', 'It is off. Try fewer words.', ['prueba']],
    ['Cancélala y haz un pedido nuevo.', '', ['cancélala', 'haz']],
    ['¿Puedes verlo? Tus datos', '', ['puedes', 'tus']],
  ])('%j says tú', (spanish, english, words) => {
    expect(familiarWords(spanish, english)).toEqual(words)
  })

  it.each([
    ['Elija un rol.', 'Choose a role.'],
    ['Elige el producto que vende cada alias.', 'Chooses the product that each alias sells.'],
    ['Prueba', 'Test'],
    ['Asigne {tu} a «título»: lo ven todos.', 'Map {tu} to “title”: all see it.'],
    ['No cambia nada. Elija otro.', 'Changes nothing. Choose another.'],
  ])('%j says usted or nothing', (spanish, english) => {
    expect(familiarWords(spanish, english)).toEqual([])
  })

  it('is looked for in the catalogue and in the letters to customers, whose texts have line breaks', () => {
    const letters = new Map([
      ['src/features/orders/messages/letter-formats.ts', "a\nbody: 'Hola:\\n\\ntu pedido'"],
      ['src/features/orders/other.ts', "'tu pedido'"],
    ])
    expect([...familiarFaults({ 'Choose a role.': 'Elige un rol.', 'A role': 'Un rol' }, letters)]).toEqual([
      '"Elige un rol." says tú (elige): say usted',
      'src/features/orders/messages/letter-formats.ts:2 says tú (tu): say usted',
    ])
  })
})
