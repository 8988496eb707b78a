import * as z from 'zod/mini'
import { t } from '../i18n/language.ts'

/** A limit of more cities than this would be unreadable. */
const maxCities = 200
const aCity = { error: () => t('Send each city’s id.') }
const aPercent = { error: () => t('Enter a whole number from 0 to 100.') }

/** Limits of a grant as they travel, with a sentence for each mistake in them. */
export const limitsSchema = z
  .strictObject(
    {
      maximum: z.exactOptional(
        z.strictObject(
          {
            amount: z
              .int({ error: () => t('Send the amount in minor units, as a whole number.') })
              .check(z.gte(1, { error: () => t('Enter an amount above zero.') })),
            currency: z
              .string({ error: () => t('Choose a currency.') })
              .check(z.regex(/^[A-Z]{3}$/, { error: () => t('Send the currency code, such as EUR.') })),
          },
          {
            error: (issue) =>
              issue.code === 'unrecognized_keys' ? undefined : 'A maximum is an object with amount and currency.',
          },
        ),
      ),
      cities: z.exactOptional(
        z.readonly(
          z.array(z.int(aCity).check(z.gte(1, aCity)), { error: () => t('Send the cities as a list of ids.') }).check(
            z.minLength(1, { error: () => t('Choose at least one city.') }),
            z.maxLength(maxCities, { error: () => t('Choose up to {maxCities} cities.', { maxCities }) }),
            z.overwrite((ids) => [...new Set(ids)].sort((a, b) => a - b)),
          ),
        ),
      ),
      personalData: z.exactOptional(z.literal(false, { error: () => t('Personal data must be false or omitted.') })),
      maxOverridePercent: z.exactOptional(z.int(aPercent).check(z.gte(0, aPercent), z.lte(100, aPercent))),
    },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : 'Limits are an object.') },
  )
  .register(z.globalRegistry, { id: 'GrantLimits' })
