import { boolean, integer, percent, rows, select, text } from '../../core/resource/fields.ts'

/** On what terms a product is booked: what cancelling costs, and what is asked before. */
export const termFields = {
  cancellationPolicy: select(['STANDARD', 'CUSTOM', 'ALL_SALES_FINAL'], {
    required: true,
    labels: { STANDARD: 'Standard', CUSTOM: 'Custom', ALL_SALES_FINAL: 'All sales final' },
  }),
  cancellationHours: integer({
    min: 0,
    max: 8_760,
    help: 'Hours before the start when free cancellation ends',
  }),
  cancellationTiers: rows(
    {
      hoursBefore: integer({ required: true, min: 0, max: 8_760, label: 'Hours before' }),
      refund: percent({ required: true, min: 0, max: 10_000, label: 'Refund' }),
    },
    { max: 10, help: 'Share refunded once cancelling is no longer free' },
  ),
  questions: rows(
    {
      code: text({
        required: true,
        max: 40,
        pattern: /^[A-Za-z0-9_.-]+$/,
        patternHint: 'is letters, digits, points and dashes, such as passport-number.',
      }),
      question: text({ required: true, max: 255 }),
      per: select(['BOOKING', 'UNIT'], {
        required: true,
        initial: 'BOOKING',
        labels: { BOOKING: 'Once per booking', UNIT: 'For each person' },
      }),
      isRequired: boolean({ label: 'Required' }),
    },
    { max: 30, help: 'Asked before a booking is confirmed' },
  ),
}
