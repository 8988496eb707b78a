import type { Preparation, ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf, preparationOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { supplierFields } from '../supplier-fields.ts'
import { cities } from '../../places/geo/cities.ts'
import { products } from '../products.ts'
import { productOptions } from '../product-options.ts'
import { productAgeBands } from '../product-age-bands.ts'
import { productDrifts } from '../product-drifts.ts'
import { productDriftRules } from '../product-drift-rules.ts'

export const examples: readonly ResourceExample[] = [
  // Overridden throughout, because supplier fields could not be changed otherwise.
  exampleOf(products, (n) => ({
    values: {
      ...(n % 3
        ? { status: pick(['imported', 'mapped', 'live'], n), suspendedBecause: null }
        : { status: 'suspended', suspendedBecause: 'quality' }),
      cancellationPolicy: pick(['STANDARD', 'CUSTOM'], n),
      cancellationHours: 24,
      cancellationTiers: [],
      questions: [],
      overrides: supplierFields,
    },
  })),
  exampleOf(productOptions, (n) => ({
    values: {
      isDefault: false,
      isPickupAvailable: n % 2 === 0 || n % 3 === 0,
      isPickupRequired: n % 3 === 0,
      minUnits: 1 + (n % 3),
      maxUnits: 4 + (n % 9),
      startTimes: n % 2 ? ['09:30', '11:00'] : [],
      openingRules: [],
      openingExceptions: [],
      languages: n % 2 ? ['en', 'pt-BR'] : [],
      cutoffUnit: 'hour',
      cancellationCutoffAmount: 24 + n,
      cancellationCutoffUnit: 'hour',
    },
  })),
  // Shared by every option: the sample options belong to other products.
  exampleOf(productAgeBands, (n) => ({
    values: {
      optionId: null,
      type: pick(['ADULT', 'CHILD', 'INFANT'], n),
      accompaniedBy: ['ADULT'],
      minAge: n % 18,
      maxAge: 18 + (n % 80),
      minQuantity: 0,
      maxQuantity: 5 + (n % 9),
      paxCount: 1 + (n % 4),
    },
  })),
  exampleOf(productDrifts, (n, _ids, given) => ({
    values: {
      ...(n % 2 && !given['ruleId']
        ? { state: 'open', decidedAt: null }
        : {
            state: given['ruleId'] ? 'accepted' : pick(['accepted', 'kept'], n),
            decidedAt: '2026-06-01T10:00:00.000Z',
          }),
      ruleId: null,
    },
    columns: { our_value: JSON.stringify(`Ours ${n}`), their_value: JSON.stringify(`Theirs ${n}`) },
  })),
  exampleOf(productDriftRules, (n) => ({
    values: { field: pick(['netFrom', 'cancellationHours'], n), maxChange: n % 2 ? 500 + n : null },
  })),
]

export const preparations: readonly Preparation[] = [
  preparationOf(cities, async (id, { make }) => {
    await make(products, { cityId: id, status: 'live', suspendedBecause: null })
  }),
]
