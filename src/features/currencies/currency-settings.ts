import { boolean, instant, integer, text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'

/**
 * What staff can set of a currency. The list that everyone who is signed in reads lives at /rest/data/currencies; ISO 4217
 * decides the code and the digits, so those are facts here.
 */
export const currencySettings = defineResource('currency-settings', {
  label: ['Currency', 'Currencies'],
  access: 'settings',
  table: 'currencies',
  operations: ['list', 'read', 'update'],
  title: 'name',
  fields: {
    code: text({ required: true, readOnly: true, max: 3 }),
    name: text({ required: true, max: 80 }),
    isEnabled: boolean({ label: 'In use', help: 'Listed first where people choose a currency.' }),
    exponent: integer({ required: true, readOnly: true, label: 'Decimal places', help: 'From ISO 4217.' }),
    numericCode: text({ required: true, readOnly: true, max: 3, label: 'Numeric code' }),
    productCount: integer({ derived: true, required: true, label: 'Products', help: 'Live products sold in it.' }),
    eventCount: integer({
      derived: true,
      required: true,
      label: 'Performances',
      help: 'Upcoming performances sold in it.',
    }),
    rateUntil: instant({ derived: true, label: 'Rate expires', help: 'When its newest exchange rate ends.' }),
  },
  list: {
    columns: ['name', 'code', 'isEnabled', 'exponent', 'numericCode', 'productCount', 'eventCount', 'rateUntil'],
    shown: [{ key: 'name', below: ['code'] }, 'isEnabled', 'exponent', 'productCount', 'eventCount', 'rateUntil'],
    filters: ['isEnabled', 'exponent'],
    search: ['code', 'name'],
    sort: '-isEnabled',
  },
  form: {
    main: [{ title: 'Currency', fields: ['name', 'isEnabled'] }],
    aside: [
      { title: 'ISO 4217', fields: ['code', 'numericCode', 'exponent'] },
      { title: 'Sold in it', fields: ['productCount', 'eventCount', 'rateUntil'] },
    ],
  },
  summary: 'What staff can set of the currencies of ISO 4217, and what is sold in each.',
})
