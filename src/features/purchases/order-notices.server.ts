import { msg, t } from '../../core/i18n/language.ts'
import { defineNotice } from '../../platform/inbox/notices.server.ts'

/** To the person whose order it is now. `count` is above 1 where several came at once. */
export const orderAssigned = defineNotice<{ by: string; reference: string; count: number }>({
  kind: 'order-assigned',
  label: msg('Orders assigned to you'),
  object: 'purchases',
  write: ({ by, reference, count }) => ({
    title:
      count === 1
        ? t('{by} assigned {reference} to you', { by, reference })
        : t('{by} assigned {count, plural, one {# order} other {# orders}} to you', { by, count }),
  }),
})
