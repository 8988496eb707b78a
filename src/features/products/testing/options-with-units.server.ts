import { admin, band as bandOf, option as optionOf, product } from './supplied-products.server.ts'

/** An option with a title. */
export const option = (productId: number, title: string, values: object = {}) =>
  optionOf(productId, { title, ...values })

/** A unit of one option, or of all where there is none. */
export const band = (
  productId: number,
  optionId: number | null,
  type: string,
  ages: readonly [number, number],
  values: object = {},
) =>
  bandOf(productId, type, ages, {
    optionId,
    title: type.toLowerCase(),
    titlePlural: `${type.toLowerCase()}s`,
    accompaniedBy: [],
    ...values,
  })

export const change = (id: number, values: object, of = 'product-age-bands') =>
  admin.patch(`/rest/data/${of}/${id}`, values)
export const fieldsOf = ({ body }: { body: unknown }) => (body as { fields?: object }).fields
export const activate = (id: number, isActive: boolean) => change(id, { isActive }, 'product-options')

/** A tour with a shared price for adults, an option for everyone and one for adults only. */
export async function tour(values: object = {}) {
  const id = await product(values)
  const [standard, vip] = [await option(id, 'Standard'), await option(id, 'VIP')]
  return {
    id,
    standard,
    vip,
    adult: await band(id, standard, 'ADULT', [18, 120], { retail: 3_000, net: 2_000 }),
    child: await band(id, standard, 'CHILD', [0, 17], { accompaniedBy: ['ADULT'] }),
    grown: await band(id, vip, 'ADULT', [18, 120], {
      title: 'guest',
      titlePlural: 'guests',
      retail: 9_000,
      net: 6_000,
      intendedGaps: ['below'],
    }),
  }
}
