import { formatDate } from '../../../core/i18n/formats.ts'

/** A performance's stored name, which ends in its day as machines write it, with that day as people write it: “Tosca, 13 Dec 2026, 20:00”. */
export const performanceWords = (name: string) =>
  name.replace(/(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?$/, (_, day: string, time: string | undefined) =>
    time === undefined ? formatDate(day) : `${formatDate(day)}, ${time}`,
  )
